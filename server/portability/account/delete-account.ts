import { whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import type { UserContext } from '#server/context.ts';
import { users } from '#server/db/schema/users.ts';
import { endCustomer } from '#server/money/billing/customer/end-customer.ts';
import { requireNoTeam } from '#server/portability/account/require-no-team.ts';
import { tellGoogleOfAll } from '#server/sharing/wallet/google/google-passes.ts';
import type { accountDeletion } from '#shared/accounts/account.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

/**
 * Deletes the requester with all their data: cards, contacts, views and sessions go with the row by foreign key; a job
 * that commits with it ends paid subscriptions at the payment provider. Media that nobody shows any more are swept.
 */
export async function deleteAccount(
  ctx: UserContext,
  { body }: { body: z.output<typeof accountDeletion> },
): Promise<{ isDeleted: true }> {
  if (body.username.toLowerCase() !== ctx.account.username.toLowerCase()) {
    const message = `Type your username, ${ctx.account.username}, to confirm.`;
    throw new AppError('invalid', message, { fields: { username: message } });
  }
  await requireIdentity(ctx, { password: body.password, field: 'password' });
  await ctx.db.transaction(async (tx) => {
    await requireNoTeam(tx, ctx.account);
    await endCustomer(ctx, tx, ctx.account);
    await tellGoogleOfAll(ctx, tx, ctx.account.id);
    await tx.delete(users).where(whereCan(ctx, 'delete', 'account'));
  });
  ctx.session.set(null);
  ctx.events.note(ctx.requester, 'account_deleted', { userId: ctx.user.id });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  return { isDeleted: true };
}
