import { hasTwoStep } from '#server/auth/two-step/has-two-step.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import { AppError } from '#shared/errors.ts';

/**
 * Where ADMIN_TWO_STEP requires it, throws 403 for an administrator whose account a password alone opens: they may look,
 * but not act. Everyone is the administrator of the demo.
 */
export async function requireToAct({ config, db }: AppContext, user: UserRow): Promise<void> {
  if (!config.requiresAdminTwoStep || config.isDemo || (await hasTwoStep(db, user.id))) return;
  throw new AppError(
    'two_step_required',
    'You can look, but not change anything: this server wants administrators to sign in with two steps. Turn on two-step codes or add a passkey in your settings, then try again.',
  );
}
