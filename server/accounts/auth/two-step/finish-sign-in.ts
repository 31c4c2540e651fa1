import { toAccount } from '#server/accounts/auth/auth.ts';
import { signInUser } from '#server/accounts/auth/enter.ts';
import { findPendingSignIn } from '#server/accounts/auth/two-step/pending-sign-in.ts';
import { findSecret } from '#server/accounts/auth/two-step/second-step.ts';
import type { VisitorContext } from '#server/context.ts';
import type { Account } from '#shared/accounts/account.ts';
import type { finishedSignIn } from '#shared/accounts/auth.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** Ends a sign-in that was answered with `two_step_required`, in the browser that began it. */
export async function finishSignIn(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof finishedSignIn> },
): Promise<Account> {
  const pending = await findPendingSignIn(ctx);
  // Without codes there is nothing to finish: the first step alone must not be good for ten minutes.
  if (!pending || (await findSecret(ctx.db, pending.user.id)) === null) {
    throw new AppError('signed_out', 'This sign-in took too long. Please start again.');
  }
  const { user, method } = pending;
  await signInUser(ctx, user, { method, ...body });
  ctx.cookies.set('sign_in', null);
  ctx.events.note(ctx.requester, 'signed_in', { userId: user.id });
  return toAccount(user, ctx);
}
