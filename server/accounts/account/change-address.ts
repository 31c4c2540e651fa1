import { whereCan } from '#server/access/where-can.ts';
import { refuseAddressInUse } from '#server/accounts/auth/address-in-use.ts';
import { toAccount } from '#server/accounts/auth/auth.ts';
import { askToConfirm, sendMailedLink, sendsMail } from '#server/accounts/auth/link-mail.ts';
import { endLinks } from '#server/accounts/auth/mailed-links.ts';
import { requireMail } from '#server/accounts/auth/recovery.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { followAddress } from '#server/money/billing/customer/follow-address.ts';
import type { Account } from '#shared/accounts/account.ts';

/**
 * Asking for another address. It takes the place of the former one when it is confirmed by a link mailed to it; on a
 * server that sends no mail, at once.
 */

type AddressColumns = Partial<
  Pick<UserRow, 'email' | 'pendingEmail' | 'emailConfirmedAt' | 'emailRefusedAt' | 'emailRefusal'>
>;

/** The account's changes for a request for the address `email`; nothing if it has it. Throws 409 if another has it. */
export async function columnsOfNewAddress(
  ctx: UserContext,
  email: string | undefined,
): Promise<AddressColumns> {
  const { user } = ctx;
  if (email === undefined || email === user.email) return {};
  // Only its letter case is new.
  if (email.toLowerCase() === user.email?.toLowerCase()) return { email };
  for (const key of [subscriberOf(ctx.requester.address), user.id]) await ctx.limits.take('newAddress', key);
  await refuseAddressInUse(ctx, email);
  if (sendsMail(ctx)) return { pendingEmail: email };
  return { email, pendingEmail: null, emailConfirmedAt: null, emailRefusedAt: null, emailRefusal: null };
}

/** Mails what a change of these columns needs, if the transaction commits. */
export async function followNewAddress(ctx: UserContext, tx: Db, columns: AddressColumns): Promise<void> {
  const { pendingEmail: to, email } = columns;
  if (to) await sendMailedLink(ctx, tx, { purpose: 'change_email', userId: ctx.user.id, to });
  if (email) await followAddress(ctx, tx, ctx.user.id);
}

/** Mails another link for the address that waits to be confirmed, or for the one the account has. */
export async function mailConfirmation(ctx: UserContext): Promise<{ isRequested: true }> {
  requireMail(ctx);
  const { user } = ctx;
  if (user.pendingEmail) await followNewAddress(ctx, ctx.db, { pendingEmail: user.pendingEmail });
  else await askToConfirm(ctx, ctx.db, user);
  return { isRequested: true };
}

/** Keeps the address that the account has. */
export async function cancelNewEmail(ctx: UserContext): Promise<Account> {
  const user = await ctx.db.transaction(async (tx) => {
    await tx
      .update(users)
      .set({ pendingEmail: null })
      .where(whereCan(ctx, 'edit', 'account'));
    await endLinks(tx, ctx.user.id, ['change_email']);
    const [kept] = await tx
      .select()
      .from(users)
      .where(whereCan(ctx, 'see', 'account'));
    return kept;
  });
  return toAccount(user ?? ctx.user, ctx);
}
