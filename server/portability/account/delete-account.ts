import { requireTo } from '#server/access/can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import type { UserContext } from '#server/context.ts';
import { ERASURES, erasePerson } from '#server/portability/account/erase-account.ts';
import type { accountDeletion } from '#shared/accounts/account.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/** Deletes the requester with all their data. */
export async function deleteAccount(
  ctx: UserContext,
  { body }: { body: z.output<typeof accountDeletion> },
): Promise<{ isDeleted: true }> {
  requireTo(ctx, 'delete', 'account');
  if (body.username.toLowerCase() !== ctx.account.username.toLowerCase()) {
    const message = `Type your username, ${ctx.account.username}, to confirm.`;
    throw new AppError('invalid', message, { fields: { username: message } });
  }
  await requireIdentity(ctx, { password: body.password, field: 'password' });
  await ctx.db.transaction((tx) => erasePerson(ctx, tx, ctx.account));
  ctx.queue.wake(ERASURES);
  ctx.session.set(null);
  ctx.events.note(ctx.requester, 'account_deleted', { userId: ctx.user.id });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return { isDeleted: true };
}
