import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { LimitName } from '#shared/api.ts';
import { SUBMISSIONS_PER_HOUR } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';

/** Points per key and how long they last, in seconds. One process counts for itself; a proxy in front may count for all. */
const LIMITS: Record<
  LimitName | 'signInFailure' | 'exchangeWithCard' | 'exchangeWith',
  { points: number; seconds: number; who: string; isPerUser?: boolean }
> = {
  signIn: { points: 100, seconds: 15 * 60, who: 'sign-ins from this address' },
  signInFailure: { points: 10, seconds: 15 * 60, who: 'failed sign-ins to this account' },
  register: { points: 60, seconds: 60 * 60, who: 'registrations from this address' },
  // Before the form is read: an event must not run into this.
  exchange: { points: 3_000, seconds: 10 * 60, who: 'contacts shared from this address' },
  // By address and card, since a hall of people shares an address.
  exchangeWithCard: { points: 120, seconds: 10 * 60, who: 'contacts shared from this address' },
  // By owner; what exceeds it waits to be reviewed.
  exchangeWith: { points: SUBMISSIONS_PER_HOUR, seconds: 60 * 60, who: 'contacts shared with this person' },
  upload: { points: 200, seconds: 10 * 60, who: 'uploads' },
  // Each may carry 64 MB of pictures and videos.
  cardWrite: { points: 300, seconds: 10 * 60, who: 'changes to your cards', isPerUser: true },
  // What no signature vouches for yet; a provider sends a handful for each payment.
  webhook: { points: 3_000, seconds: 60, who: 'events from this address' },
  view: { points: 600, seconds: 60, who: 'page views from this address' },
  // Each asks the payment provider, who counts too.
  billing: { points: 120, seconds: 10 * 60, who: 'payment requests from this address' },
  export: { points: 60, seconds: 10 * 60, who: 'exports' },
};

/** Whether a limit counts for the signed-in user, wherever they are; else for the address. */
export const isPerUser = (name: LimitName): boolean => LIMITS[name].isPerUser === true;

export interface RateLimits {
  /** Takes a point; throws 429 with Retry-After when none is left. */
  take(name: keyof typeof LIMITS, key: string): Promise<void>;
  /** Takes a point; answers whether one was left. */
  spend(name: keyof typeof LIMITS, key: string): Promise<boolean>;
  /** Gives all points back. */
  clear(name: keyof typeof LIMITS, key: string): Promise<void>;
}

function refuse(name: keyof typeof LIMITS, msBeforeNext: number): never {
  const retryAfter = Math.max(1, Math.ceil(msBeforeNext / 1000));
  const minutes = Math.ceil(retryAfter / 60);
  const wait =
    retryAfter < 60 ? `${retryAfter} seconds` : `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  throw new AppError('too_many_requests', `Too many ${LIMITS[name].who}. Please try again in ${wait}.`, {
    retryAfter,
  });
}

/** Rate limits in memory; with `isOn` false every call passes. */
export function createRateLimits(isOn: boolean): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      new RateLimiterMemory({ points, duration: seconds, keyPrefix: name }),
    ]),
  );
  const limiter = (name: keyof typeof LIMITS) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`No rate limit is named ${name}.`);
    return found;
  };
  /** What stands in the way, if anything does. */
  const consume = async (name: keyof typeof LIMITS, key: string): Promise<RateLimiterRes | null> => {
    if (!isOn) return null;
    try {
      await limiter(name).consume(key);
      return null;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    }
  };
  return {
    async take(name, key) {
      const refusal = await consume(name, key);
      if (refusal) refuse(name, refusal.msBeforeNext);
    },
    async spend(name, key) {
      return (await consume(name, key)) === null;
    },
    async clear(name, key) {
      await limiter(name).delete(key);
    },
  };
}

/** The part of an address that one subscriber holds: IPv4 whole, IPv6 its /64. */
export function subscriberOf(address: string): string {
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
