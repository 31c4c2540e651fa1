import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createGrowingLimit } from '#server/infra/http/growing-limit.ts';
import type { LimitName } from '#shared/api.ts';
import { SUBMISSIONS_PER_HOUR } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';

type InnerLimit =
  | 'addressInUse'
  | 'newAddress'
  | 'lookup'
  | 'cardFile'
  | 'signInFailure'
  | 'accountFailure'
  | 'browserFailure'
  | 'sessionFailure'
  | 'codeFailure'
  | 'accountCodeFailure'
  | 'browserCodeFailure'
  | 'sessionCodeFailure'
  | 'recoveryCodeFailure'
  | 'exchangeWithCard'
  | 'exchangeWith';

interface Limit {
  points: number;
  seconds: number;
  who: string;
  isPerUser?: boolean;
  /** Every call is refused while this other limit is exceeded for the same key. */
  endsWith?: InnerLimit;
  /** Beyond the limit, one call passes after this many seconds, the next after twice as many, and so on. */
  firstWaitSeconds?: number;
}

/**
 * Points per key and how long they last, in seconds. Each process counts for itself; a proxy in front may count for
 * all.
 */
const LIMITS: Record<LimitName | InnerLimit, Limit> = {
  signIn: { points: 100, seconds: 15 * 60, who: 'sign-ins from this address' },
  // Wrong passwords: by strangers from one address, by all strangers together, by a known browser and by a session.
  signInFailure: { points: 10, seconds: 15 * 60, who: 'failed sign-ins to this account' },
  accountFailure: {
    points: 100,
    seconds: 60 * 60,
    who: 'failed sign-ins to this account',
    firstWaitSeconds: 60,
  },
  browserFailure: { points: 10, seconds: 15 * 60, who: 'failed sign-ins to this account' },
  sessionFailure: { points: 10, seconds: 15 * 60, who: 'wrong passwords' },
  register: {
    points: 60,
    seconds: 60 * 60,
    who: 'registrations from this address',
    endsWith: 'addressInUse',
  },
  // Each tells that an address has an account.
  addressInUse: { points: 10, seconds: 60 * 60, who: 'registrations from this address' },
  // By network address and by account: each mails a link to an address, or tells that it has an account.
  newAddress: { points: 20, seconds: 60 * 60, who: 'changes of the email address', endsWith: 'addressInUse' },
  // Requests for mailed links and uses of them; how many mails an address gets is decided elsewhere.
  recovery: { points: 120, seconds: 60 * 60, who: 'requests from this address' },
  // Looking at, and changing, what somebody left with an owner, by their private link.
  privatePage: { points: 120, seconds: 10 * 60, who: 'requests from this address' },
  // Asked for by every sign-in page that opens; nothing is stored for one.
  challenge: { points: 600, seconds: 15 * 60, who: 'sign-ins from this address' },
  // Wrong two-step codes after the right password, counted in the same way: 40 a day would find one of a million,
  // three of which are right, in 25 years.
  codeFailure: { points: 10, seconds: 15 * 60, who: 'wrong codes' },
  accountCodeFailure: { points: 30, seconds: 24 * 60 * 60, who: 'wrong codes', firstWaitSeconds: 60 },
  browserCodeFailure: { points: 10, seconds: 60 * 60, who: 'wrong codes', firstWaitSeconds: 60 },
  sessionCodeFailure: { points: 20, seconds: 15 * 60, who: 'wrong codes' },
  recoveryCodeFailure: { points: 10, seconds: 15 * 60, who: 'wrong recovery codes' },
  // Checked before the form is read: a busy event must not run into this.
  exchange: { points: 3_000, seconds: 10 * 60, who: 'contacts shared from this address' },
  // By address and card, since people in the same hall share an address.
  exchangeWithCard: { points: 120, seconds: 10 * 60, who: 'contacts shared from this address' },
  // By owner; anything beyond it waits to be reviewed.
  exchangeWith: { points: SUBMISSIONS_PER_HOUR, seconds: 60 * 60, who: 'contacts shared with this person' },
  upload: { points: 200, seconds: 10 * 60, who: 'uploads' },
  // Each switch and field of the settings is saved on its own.
  accountWrite: { points: 300, seconds: 10 * 60, who: 'changes to your account', isPerUser: true },
  // Each may carry 64 MB of pictures and videos.
  cardWrite: { points: 300, seconds: 10 * 60, who: 'changes to your cards', isPerUser: true },
  // Each may make us call a server of the user's choice.
  pushDevice: { points: 60, seconds: 60 * 60, who: 'devices for notices', isPerUser: true },
  // The editor sends one about a second after each pause in typing.
  contactWrite: { points: 600, seconds: 10 * 60, who: 'added contacts', isPerUser: true },
  // Each may ask a language model.
  followUps: { points: 120, seconds: 10 * 60, who: 'requests for suggestions', isPerUser: true },
  // Each decodes a photo and asks a language model.
  paperCard: { points: 60, seconds: 10 * 60, who: 'photos of cards', isPerUser: true },
  // Each may be 50 MB and 50,000 contacts.
  import: { points: 30, seconds: 60 * 60, who: 'imports', isPerUser: true },
  draftWrite: { points: 1_500, seconds: 10 * 60, who: 'changes to your drafts', isPerUser: true },
  // The form asks after each pause in typing; each answer tells whether a name is in use.
  nameCheck: { points: 300, seconds: 10 * 60, who: 'names looked up', isPerUser: true },
  // Requests whose signature has not been verified yet; a provider sends a handful for each payment.
  webhook: { points: 3_000, seconds: 60, who: 'events from this address' },
  view: { points: 600, seconds: 60, who: 'page views from this address' },
  // Each calls the payment provider, which has limits too.
  billing: { points: 120, seconds: 10 * 60, who: 'payment requests from this address' },
  // By the address of a phone, which thousands may share; each asks once after a change.
  passService: { points: 3_000, seconds: 60, who: 'requests for passes from this address' },
  passRegistration: { points: 120, seconds: 10 * 60, who: 'devices registered from this address' },
  passLog: { points: 60, seconds: 10 * 60, who: 'messages from this address' },
  // Cached results cost no points: these count only looking up and rendering.
  lookup: { points: 300, seconds: 60, who: 'addresses that lead nowhere' },
  cardFile: { points: 300, seconds: 60, who: 'pictures and contact files' },
  // Each draws pages in a child process; the screen asks for a preview at every choice.
  print: { points: 300, seconds: 10 * 60, who: 'prints of your cards', isPerUser: true },
  export: { points: 60, seconds: 10 * 60, who: 'exports' },
};

/** Whether a limit counts per signed-in user, wherever they are; otherwise per address. */
export const isPerUser = (name: LimitName): boolean => LIMITS[name].isPerUser === true;

export interface RateLimits {
  /** Takes a point; throws 429 with Retry-After when none is left. */
  take(name: keyof typeof LIMITS, key: string): Promise<void>;
  /** Takes a point; returns false if none was left. */
  spend(name: keyof typeof LIMITS, key: string): Promise<boolean>;
  /** Gives one point back. */
  giveBack(name: keyof typeof LIMITS, key: string): Promise<void>;
  /** Gives all points of a key back. */
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

/** One limit: `take` returns how many milliseconds to wait, 0 if the call may pass; `look` takes nothing. */
interface Limiter {
  look(key: string): Promise<number>;
  take(key: string): Promise<number>;
  giveBack(key: string): Promise<unknown>;
  clear(key: string): Promise<unknown>;
}

function createLimiter(name: string, { points, seconds, firstWaitSeconds }: Limit, now: () => Date): Limiter {
  if (firstWaitSeconds !== undefined) {
    const options = { points, windowMs: seconds * 1000, firstWaitMs: firstWaitSeconds * 1000 };
    const limit = createGrowingLimit(options, now);
    return {
      look: async () => 0,
      take: async (key) => limit.take(key),
      giveBack: async (key) => limit.giveBack(key),
      clear: async (key) => limit.clear(key),
    };
  }
  const limiter = new RateLimiterMemory({ points, duration: seconds, keyPrefix: name });
  return {
    async look(key) {
      const state = await limiter.get(key);
      return state && state.consumedPoints > points ? state.msBeforeNext : 0;
    },
    async take(key) {
      try {
        await limiter.consume(key);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
        throw refusal;
      }
    },
    giveBack: (key) => limiter.reward(key),
    clear: (key) => limiter.delete(key),
  };
}

/** Rate limits in memory; with `isOn` false every call passes. */
export function createRateLimits(isOn: boolean, now: () => Date): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [name, createLimiter(name, limit, now)]),
  );
  const limiter = (name: keyof typeof LIMITS) => {
    const found = limiters.get(name);
    if (!found) throw new Error(`No rate limit is named ${name}.`);
    return found;
  };
  const takePoint = async (name: keyof typeof LIMITS, key: string) => {
    if (!isOn) return 0;
    const { endsWith } = LIMITS[name];
    const waitMs = endsWith ? await limiter(endsWith).look(key) : 0;
    return waitMs > 0 ? waitMs : limiter(name).take(key);
  };
  return {
    async take(name, key) {
      const waitMs = await takePoint(name, key);
      if (waitMs > 0) refuse(name, waitMs);
    },
    async spend(name, key) {
      return (await takePoint(name, key)) === 0;
    },
    async giveBack(name, key) {
      if (isOn) await limiter(name).giveBack(key);
    },
    async clear(name, key) {
      if (isOn) await limiter(name).clear(key);
    },
  };
}
