import { isTwoStepSession } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Where ADMIN_TWO_STEP requires it, throws 403 for an administrator whose session began with a password alone: they may
 * look, but not act. Everyone is the administrator of the demo.
 */
export async function requireToAct(app: AppContext, sessionToken: string | undefined): Promise<void> {
  const { requiresAdminTwoStep, isDemo } = app.config;
  if (!requiresAdminTwoStep || isDemo || (await isTwoStepSession(app, sessionToken))) return;
  throw new AppError(
    'two_step_required',
    'You can look around but not make changes: administrators here must sign in with two steps. Turn on two-step verification or add a passkey in Settings. If you have one, sign out and sign in with it.',
  );
}
