import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { dropPendingAddress } from '#server/accounts/auth/address/write-address.ts';
import { endLinks, TAKING } from '#server/accounts/auth/mailed-links.ts';
import { endOtherSessions, hashToken } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext, UserContext, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { forgiveTries, giveBackTries, type TryCounters, takeTries } from '#server/infra/http/limits/tries.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { ThreadTurn } from '#server/infra/thread-pool.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Checked when the user does not exist: a hash like any other, of a password that nobody knows. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$LGAIVZM1CDy5kldUVt4quQ$48R9qcPgIbyhvvGe58BGcATBxVK2+dnp7ZB8dsW5WZU';

/**
 * Which attempts count together. Strangers count per name and address, so that nobody can lock others out from afar, and
 * all together per account, so that using many addresses gains little. The name is the one typed: if a username and an
 * email address shared their ten attempts, a refusal of one would tell that they are the same person's (docs/decisions/405).
 * A browser that has signed in to this account
 * before and an open session each count separately: no stranger's attempts come between an owner and the account. No
 * request is delayed on purpose: that would only hold connections open for the attacker.
 */
function chooseCounters(ctx: VisitorContext, { account, login, isInSession }: Tried): TryCounters {
  const { token } = ctx.session;
  if (isInSession && token) return [['sessionFailure', hashToken(token).toString('base64url')]];
  const { known } = ctx.browser;
  if (known?.accounts.includes(account)) return [['browserFailure', `${account} ${known.id}`]];
  const address = subscriberOf(ctx.requester.address);
  return [
    ['signInFailure', `${login} ${address}`],
    ['accountFailure', account],
  ];
}

/** The requester's place in the queue; known browsers and sessions have their own lane. */
export const chooseTurn = ({ requester }: VisitorContext, isKnown: boolean): ThreadTurn => ({
  lane: isKnown ? 'known' : 'unknown',
  address: subscriberOf(requester.address),
});

/**
 * The door to a stored password. With the former one, if there was one, go all sessions but that of `keptToken`, the links
 * that set one, and an address that waits to be confirmed: whoever knew it may have asked for them.
 */
export async function setPassword(
  app: AppContext,
  tx: Db,
  userId: AccountId,
  {
    password,
    keptToken,
    isFirst = false,
  }: { password: string | null; keptToken?: string | undefined; isFirst?: boolean },
): Promise<void> {
  await tx
    .update(users)
    .set({ password })
    .where(whereCan(systemFor(userId), 'edit', 'account'));
  await endOtherSessions({ ...app, db: tx }, userId, keptToken);
  await endLinks(tx, userId, TAKING);
  if (!isFirst) await dropPendingAddress(tx, userId);
}

export interface Tried {
  /** The account's id, or the login as typed if there is no such account. */
  account: string;
  /** As typed, in lower case; in a session, the account's id. */
  login: string;
  /** Null if there is no such account: the check takes as long and fails. */
  stored: string | null;
  password: string;
  /** True if a session of this account is asking, rather than a sign-in. */
  isInSession: boolean;
}

/**
 * True if the password is right. Each attempt is charged before the check, so that of a hundred at once only ten are
 * checked; throws 429 when none are left, 503 when too many wait.
 */
export async function tryPassword(ctx: VisitorContext, tried: Tried): Promise<boolean> {
  const counters = chooseCounters(ctx, tried);
  await takeTries(ctx, counters);
  const isKnown = !counters.some(([name]) => name === 'accountFailure');
  const isMatch = await ctx.passwords
    .verify(tried.stored ?? DECOY, tried.password, chooseTurn(ctx, isKnown))
    .catch(async (error: unknown) => {
      await giveBackTries(ctx, counters);
      throw error;
    });
  const isRight = tried.stored !== null && isMatch;
  if (isRight) await forgiveTries(ctx, counters);
  return isRight;
}

/** Throws unless the password of the current account is right; `field` names it in the request body. */
export async function requirePassword(
  ctx: UserContext,
  password: string | undefined,
  field = 'currentPassword',
): Promise<void> {
  const { id: account, password: stored } = ctx.user;
  if (
    password !== undefined &&
    (await tryPassword(ctx, { account, login: account, stored, password, isInSession: true }))
  )
    return;
  if (password !== undefined) ctx.events.note(ctx.requester, 'password_refused', { userId: account });
  const message = 'Enter your current password.';
  throw new AppError('forbidden', message, { fields: { [field]: message } });
}
