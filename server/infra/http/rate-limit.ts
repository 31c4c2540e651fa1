import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { createGrowingLimit } from '#server/infra/http/growing-limit.ts';
import { createTally } from '#server/infra/metrics/outcomes.ts';
import type { LimitName } from '#shared/contract/api.ts';
import { SUBMISSIONS_PER_HOUR } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';

type InnerLimit =
  | 'addressInUse'
  | 'newAddress'
  | 'lookup'
  | 'cardFile'
  | 'teamSearch'
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
  /**
   * A point is about a millisecond of a core. A call takes this many, and `charge` adds what it turned out to cost.
   */
  perCall?: number;
  /** A HEAD of it works as much as a GET, and costs as much. */
  headCosts?: boolean;
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
  // Looking at, and changing, what somebody left with an owner, or a card prepared for them, by their private link.
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
  // By the CPU it took to decode them: some 160 photos of 12 megapixels, or 60 that are hard to decode.
  upload: { points: 50_000, perCall: 150, seconds: 10 * 60, who: 'uploads', isPerUser: true },
  // Lists as their owner reads and searches them, by their rows. Two thousand pages in a row are read without a pause.
  list: {
    points: 50_000,
    perCall: 20,
    headCosts: true,
    seconds: 5 * 60,
    who: 'requests for your lists',
    isPerUser: true,
  },
  // Drawings for an owner, by the CPU they took: each code and background of three cards a few times.
  drawing: {
    points: 60_000,
    perCall: 20,
    seconds: 10 * 60,
    who: 'pictures of your cards',
    isPerUser: true,
  },
  // Each switch and field of the settings is saved on its own.
  accountWrite: { points: 300, seconds: 10 * 60, who: 'changes to your account', isPerUser: true },
  // Each may carry 64 MB of pictures and videos.
  cardWrite: { points: 300, seconds: 10 * 60, who: 'changes to your cards', isPerUser: true },
  // Each may make us call a server of the user's choice.
  pushDevice: { points: 60, seconds: 60 * 60, who: 'devices for notifications', isPerUser: true },
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
  nameCheck: { points: 300, seconds: 10 * 60, who: 'name checks', isPerUser: true },
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
  // Searches on the pages of teams, and their further pages, each of which reads the team's people.
  teamSearch: { points: 300, seconds: 10 * 60, who: 'searches from this address' },
  cardFile: { points: 300, seconds: 60, who: 'pictures and contact files' },
  // Each draws pages in a child process; the screen asks for a preview at every choice.
  print: { points: 300, seconds: 10 * 60, who: 'PDFs of your cards', isPerUser: true },
  // By the length of the files: sixty small ones, or some of half a million contacts.
  export: { points: 60_000, perCall: 1_000, seconds: 10 * 60, who: 'exports', isPerUser: true },
};

/** True if a limit counts per signed-in user, wherever they are; otherwise per address. */
export const isPerUser = (name: LimitName): boolean => LIMITS[name].isPerUser === true;

/** True if a HEAD counts, too. */
export const headCosts = (name: LimitName): boolean => LIMITS[name].headCosts === true;

export interface RateLimits {
  /** Takes the points of a call; throws 429 with Retry-After when too few are left. */
  take(name: keyof typeof LIMITS, key: string): Promise<void>;
  /** Takes the points of a call; returns false if too few were left. */
  spend(name: keyof typeof LIMITS, key: string): Promise<boolean>;
  /** Takes points for what a call has cost beyond `perCall`: only later calls are refused. */
  charge(name: LimitName, key: string, points: number): Promise<void>;
  /** Gives the points of a call back. */
  giveBack(name: keyof typeof LIMITS, key: string): Promise<void>;
  /** Gives all points of a key back. */
  clear(name: keyof typeof LIMITS, key: string): Promise<void>;
  /** How often each limit refused a call since the start. */
  countHits(): [name: string, hits: number][];
}

function refuseRequest(name: keyof typeof LIMITS, msBeforeNext: number): never {
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
  charge(key: string, points: number): Promise<unknown>;
  giveBack(key: string): Promise<unknown>;
  clear(key: string): Promise<unknown>;
}

function createLimiter(
  name: string,
  { points, seconds, firstWaitSeconds, perCall = 1 }: Limit,
  now: () => Date,
): Limiter {
  if (firstWaitSeconds !== undefined) {
    const options = { points, windowMs: seconds * 1000, firstWaitMs: firstWaitSeconds * 1000 };
    const limit = createGrowingLimit(options, now);
    return {
      look: async () => 0,
      take: async (key) => limit.take(key),
      charge: async () => {},
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
        await limiter.consume(key, perCall);
        return 0;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
        throw refusal;
      }
    },
    charge: (key, cost) => limiter.penalty(key, cost),
    giveBack: (key) => limiter.reward(key, perCall),
    clear: (key) => limiter.delete(key),
  };
}

/** How long a refusal is held, and how many of one key. */
const HELD_MS = 1_000;
const HELD_OF_ONE = 50;

/**
 * Holds refusals for a second: a program that asks again at once would otherwise be refused a thousand times a second,
 * each time after its session has been looked up.
 */
function createHold(): (key: string) => Promise<void> {
  const held = new Map<string, number>();
  return async (key) => {
    const others = held.get(key) ?? 0;
    if (others >= HELD_OF_ONE) return;
    held.set(key, others + 1);
    await sleep(HELD_MS, undefined, { ref: false });
    const left = (held.get(key) ?? 1) - 1;
    if (left > 0) held.set(key, left);
    else held.delete(key);
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
  const hits = createTally(Object.keys(LIMITS));
  const takePoint = async (name: keyof typeof LIMITS, key: string) => {
    if (!isOn) return 0;
    const { endsWith } = LIMITS[name];
    const otherMs = endsWith ? await limiter(endsWith).look(key) : 0;
    const waitMs = otherMs > 0 ? otherMs : await limiter(name).take(key);
    if (waitMs > 0) hits.add(name);
    return waitMs;
  };
  const hold = createHold();
  return {
    async take(name, key) {
      const waitMs = await takePoint(name, key);
      if (waitMs === 0) return;
      if (LIMITS[name].perCall !== undefined) await hold(key);
      refuseRequest(name, waitMs);
    },
    async spend(name, key) {
      return (await takePoint(name, key)) === 0;
    },
    async charge(name, key, points) {
      if (isOn && points >= 1) await limiter(name).charge(key, Math.round(points));
    },
    async giveBack(name, key) {
      if (isOn) await limiter(name).giveBack(key);
    },
    async clear(name, key) {
      if (isOn) await limiter(name).clear(key);
    },
    countHits: hits.entries,
  };
}
