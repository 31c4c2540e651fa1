import { whereCan } from '#server/access/where-can.ts';
import {
  awaitAddress,
  dropPendingAddress,
  mailPending,
  setAddress,
} from '#server/accounts/auth/address/write-address.ts';
import { refuseAddressInUse } from '#server/accounts/auth/address-in-use.ts';
import { toAccount } from '#server/accounts/auth/auth.ts';
import { askToConfirm, sendsMail } from '#server/accounts/auth/link-mail.ts';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import { requireMail } from '#server/accounts/auth/recovery.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { Account } from '#shared/accounts/account.ts';
import { accountOf } from '#shared/accounts/ids.ts';

/**
 * Asking for another address. It takes the place of the former one when it is confirmed by a link mailed to it; on a
 * server that sends no mail, at once.
 */

/** Refuses an address that another account has; null if `email` is not new. */
export async function checkNewAddress(ctx: UserContext, email: string | undefined): Promise<string | null> {
  const user = accountOf(ctx.user);
  if (email === undefined || email === user.email) return null;
  if (isSameAddress(email, user.email)) return email;
  for (const key of [subscriberOf(ctx.requester.address), user.id]) await ctx.limits.take('newAddress', key);
  await refuseAddressInUse(ctx, email);
  return email;
}

/** Makes it the account's address, or has it confirmed first. */
export async function changeAddress(ctx: UserContext, tx: Db, email: string): Promise<void> {
  const user = accountOf(ctx.user);
  if (sendsMail(ctx) && !isSameAddress(email, user.email)) await awaitAddress(ctx, tx, user.id, email);
  else await setAddress(ctx, tx, user, { email, emailConfirmedAt: null });
}

/** Mails another link for the address that waits to be confirmed, or for the one the account has. */
export async function mailConfirmation(ctx: UserContext): Promise<{ isRequested: true }> {
  requireMail(ctx);
  const user = accountOf(ctx.user);
  if (user.pendingEmail) await mailPending(ctx, ctx.db, user.id, user.pendingEmail);
  else await askToConfirm(ctx, ctx.db, user);
  return { isRequested: true };
}

/** Keeps the address that the account has. */
export async function cancelNewEmail(ctx: UserContext): Promise<Account> {
  const user = await ctx.db.transaction(async (tx) => {
    await dropPendingAddress(tx, accountOf(ctx.user).id);
    const [kept] = await tx
      .select()
      .from(users)
      .where(whereCan(ctx, 'see', 'account'));
    return kept;
  });
  return toAccount(user ?? accountOf(ctx.user), ctx);
}
