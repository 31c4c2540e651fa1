import { hashOf } from '#server/auth/session-tokens.ts';
import type { UserContext, VisitorContext } from '#server/context.ts';
import { subscriberOf } from '#server/infra/network.ts';
import type { Turn } from '#server/infra/thread-pool.ts';
import { AppError } from '#shared/errors.ts';

/** What is checked when there is no such user: made like every other, of a password that nobody noted. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$LGAIVZM1CDy5kldUVt4quQ$48R9qcPgIbyhvvGe58BGcATBxVK2+dnp7ZB8dsW5WZU';

/**
 * Which tries count together. Strangers count by account and address, so that nobody locks others out from afar, and
 * all of them by account, so that many addresses gain little. A browser that signed in to this account before, and an
 * open session, count for themselves: no stranger's tries stand between an owner and the account.
 */
function countersOf(ctx: VisitorContext, { account, isInSession }: Tried) {
  const { token } = ctx.session;
  if (isInSession && token) return [['sessionFailure', hashOf(token).toString('base64url')]] as const;
  const { known } = ctx.browser;
  if (known?.accounts.includes(account)) return [['browserFailure', `${account} ${known.id}`]] as const;
  const address = subscriberOf(ctx.requester.address);
  return [
    ['signInFailure', `${account} ${address}`],
    ['accountFailure', account],
  ] as const;
}

/** The turn of whoever asks; those we know have a lane of their own. */
export const turnOf = ({ requester }: VisitorContext, isKnown: boolean): Turn => ({
  lane: isKnown ? 'known' : 'unknown',
  address: subscriberOf(requester.address),
});

export interface Tried {
  /** The account's id, or what was typed where there is no such account. */
  account: string;
  /** Null where there is no such account: the check takes as long, and the answer is no. */
  stored: string | null;
  password: string;
  /** Whether a session of this account asks, not a sign-in. */
  isInSession: boolean;
}

/**
 * Whether the password is right. Each try costs its points before the check, so that a hundred at once are ten; throws
 * 429 when there is none left, 503 when too many wait.
 */
export async function tryPassword(ctx: VisitorContext, tried: Tried): Promise<boolean> {
  const { limits, passwords } = ctx;
  const counters = countersOf(ctx, tried);
  for (const [name, key] of counters) await limits.take(name, key);
  const isKnown = !counters.some(([name]) => name === 'accountFailure');
  const isMatch = await passwords
    .verify(tried.stored ?? DECOY, tried.password, turnOf(ctx, isKnown))
    .catch(async (error: unknown) => {
      for (const [name, key] of counters) await limits.giveBack(name, key);
      throw error;
    });
  const isRight = tried.stored !== null && isMatch;
  if (isRight) await forgiveTries(ctx, counters);
  return isRight;
}

/** What this one guessed wrong is forgotten with the right password; what strangers guess from elsewhere is not. */
async function forgiveTries({ limits }: VisitorContext, counters: ReturnType<typeof countersOf>) {
  for (const [name, key] of counters) {
    if (name === 'accountFailure') await limits.giveBack(name, key);
    else await limits.clear(name, key);
  }
}

/** Refuses who does not know the password of the session they use; `field` is where the body carries it. */
export async function requirePassword(
  ctx: UserContext,
  password: string | undefined,
  field = 'currentPassword',
): Promise<void> {
  const { id: account, password: stored } = ctx.user;
  if (password !== undefined && (await tryPassword(ctx, { account, stored, password, isInSession: true })))
    return;
  if (password !== undefined) ctx.events.note(ctx.requester, 'password_refused', { userId: account });
  const message = 'Please enter your current password.';
  throw new AppError('forbidden', message, { fields: { [field]: message } });
}
