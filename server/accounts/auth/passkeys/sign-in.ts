import { toAccount } from '#server/accounts/auth/auth.ts';
import { signInUser } from '#server/accounts/auth/enter.ts';
import { requestFor } from '#server/accounts/auth/passkeys/request.ts';
import { verifyPasskey } from '#server/accounts/auth/passkeys/verify-passkey.ts';
import type { VisitorContext } from '#server/context.ts';
import type { Account } from '#shared/accounts/account.ts';
import type { passkeyAnswer, RequestOptions } from '#shared/accounts/passkeys.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** For any passkey of this domain: the browser knows which ones there are, so no name is asked for and none is told. */
export const askForPasskey = async (ctx: VisitorContext): Promise<RequestOptions> =>
  requestFor(ctx, 'sign_in');

export async function signInWithPasskey(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof passkeyAnswer> },
): Promise<Account> {
  const user = await verifyPasskey(ctx, 'sign_in', body);
  if (!user) {
    ctx.events.note(ctx.requester, 'sign_in_refused', { reason: 'passkey' });
    throw new AppError('signed_out', 'This passkey doesn’t work here. Try again, or use your password.');
  }
  await signInUser(ctx, user, { method: 'passkey' });
  ctx.events.note(ctx.requester, 'signed_in', { userId: user.id });
  return toAccount(user, ctx);
}
