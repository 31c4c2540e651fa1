import { signedOut } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { changeAddress, checkNewAddress } from '#server/accounts/account/change-address.ts';
import { claimUsername, lockNames } from '#server/accounts/aliases/aliases.ts';
import { isNameOfOthers, requireUnreserved } from '#server/accounts/aliases/names.ts';
import {
  dropPendingAddress,
  refuseTaken,
  usernameTaken,
} from '#server/accounts/auth/address/write-address.ts';
import { toAccount } from '#server/accounts/auth/auth.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { chooseTurn, setPassword } from '#server/accounts/auth/passwords.ts';
import { renewToken } from '#server/accounts/auth/session-tokens.ts';
import { notifyWalletsOfAccount } from '#server/cards/cards/notify-wallets.ts';
import type { UserContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { aliasTag } from '#server/infra/page-changes.ts';
import type { Account, accountChanges } from '#shared/accounts/account.ts';
import { foldName } from '#shared/accounts/aliases.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { LOOK_ALIKE_MESSAGE, looksLikeAnother } from '#shared/accounts/usernames.ts';
import { IDLE_MINUTES_DEFAULT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

type Changes = z.output<typeof accountChanges>;

/** Refuses new names only; those registered before these rules remain valid. */
function requireHonestName({ user }: UserContext, username = user.username): void {
  if (username === user.username) return;
  requireUnreserved(username);
  if (!looksLikeAnother(username)) return;
  throw new AppError('invalid', `username: ${LOOK_ALIKE_MESSAGE}`, {
    fields: { username: LOOK_ALIKE_MESSAGE },
  });
}

const isNew = ({ user }: UserContext, changes: Changes, field: 'email' | 'username') =>
  changes[field] !== undefined && changes[field] !== user[field];

/**
 * Changes the fields that were sent. Who changes password, email address or username is asked who they are. A new
 * password ends all other sessions, links that set one, and an address that waits; with it or a new address, this one
 * gets a new token.
 */
export async function changeAccount(ctx: UserContext, { body }: { body: Changes }): Promise<Account> {
  const { password, currentPassword, email, ...changes } = body;
  requireHonestName(ctx, changes.username);
  if (password !== undefined || isNew(ctx, body, 'email') || isNew(ctx, body, 'username'))
    await requireIdentity(ctx, { password: currentPassword, field: 'currentPassword' });
  const hashed =
    password === undefined ? undefined : await ctx.passwords.hash(password, chooseTurn(ctx, true));
  const address = await checkNewAddress(ctx, email);
  const isUnchanged = Object.values({ ...changes, hashed }).every((value) => value === undefined);
  const isKept = email !== undefined && isSameAddress(email, accountOf(ctx.user).email);
  if (isUnchanged && address === null && !isKept) return toAccount(accountOf(ctx.user), ctx);
  const { user, token } = await ctx.db.transaction(async (tx) => {
    if (isNew(ctx, body, 'username')) await takeUsername(ctx, tx, body.username ?? '');
    const { id, password: former } = accountOf(ctx.user);
    if (hashed !== undefined) {
      const isFirst = former === null;
      await setPassword(ctx, tx, id, { password: hashed, keptToken: ctx.session.token, isFirst });
    }
    // The one that waits was mistyped.
    if (isKept) await dropPendingAddress(tx, id);
    if (address !== null) await changeAddress(ctx, tx, address);
    const [changed] = await tx
      .update(users)
      // Setting the id keeps the SQL of an empty change valid.
      .set({ id, ...changes })
      .where(whereCan(ctx, 'edit', 'account'))
      .returning()
      .catch(refuseTaken);
    if (changed) await recordChanges(ctx, tx, changed);
    if (Object.hasOwn(changes, 'isProfileVisible')) await notifyWalletsOfAccount(tx, ctx, id);
    // Throws if the session has ended while the row was waited for, as by a reset.
    const needsSession = password !== undefined || address !== null;
    return {
      user: changed,
      token: needsSession ? await renewToken({ ...ctx, db: tx }, ctx.session.token) : null,
    };
  });
  if (!user) throw signedOut();
  if (token) ctx.session.set(token);
  noteChanges(ctx, user);
  ctx.pages.invalidate(`user:${user.id}`);
  ctx.pages.invalidate(aliasTag('username', foldName(user.username)));
  return toAccount(user, ctx);
}

/** A short address goes along with the username; the former one redirects. */
async function takeUsername(ctx: UserContext, tx: Db, username: string): Promise<void> {
  const { hasAlias } = await lockNames(ctx, tx);
  if (await isNameOfOthers(ctx, tx, username, whereCan(ctx, 'edit', 'claimedName'))) throw usernameTaken();
  if (hasAlias) await claimUsername(ctx, tx, username);
}

/** For the owner: the history, and mails to the address from before the change. */
async function recordChanges(ctx: UserContext, tx: Db, after: UserRow): Promise<void> {
  const before = accountOf(ctx.user);
  const { email, username } = before;
  if (after.password !== before.password) await noticeOwner(ctx, tx, before, 'password_changed');
  if (after.email !== email) {
    const change = { from: email ?? '', to: after.email ?? '' };
    const isRecased = isSameAddress(change.to, email);
    if (isRecased) await recordAccountEvent(ctx, tx, before.id, 'email_changed', change);
    else await noticeOwner(ctx, tx, before, 'email_changed', change);
  }
  if (after.idleMinutes !== before.idleMinutes)
    await recordAccountEvent(ctx, tx, before.id, 'idle_limit_changed', {
      from: idleText(before),
      to: idleText(after),
    });
  if (after.username !== username)
    await recordAccountEvent(ctx, tx, before.id, 'username_changed', { from: username, to: after.username });
}

/** "1 hour", "7 days". */
function idleText({ idleMinutes }: Pick<UserRow, 'idleMinutes'>): string {
  const hours = (idleMinutes ?? IDLE_MINUTES_DEFAULT) / 60;
  const [count, unit] = hours % 24 === 0 ? [hours / 24, 'day'] : [hours, 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** For the operator: the log of events, by id. */
function noteChanges({ events, requester, user: before }: UserContext, after: UserRow): void {
  const details = { userId: before.id };
  if (after.password !== before.password) events.note(requester, 'password_changed', details);
  if (after.email !== before.email) events.note(requester, 'email_changed', details);
  if (after.username !== before.username) events.note(requester, 'username_changed', details);
}
