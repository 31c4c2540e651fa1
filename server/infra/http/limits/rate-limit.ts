import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS, type Limit } from '#server/infra/http/limits/limits.ts';
import { createTally } from '#server/infra/metrics/outcomes.ts';
import type { LimitName } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type ClosingLimit, createClosingLimit } from './closing-limit.ts';
import type { OpenSharedLimit, SharedLimit } from './counts-for-all.ts';

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

/** One limit, of this process or of all. */
type Limiter = ClosingLimit | (SharedLimit & Pick<ClosingLimit, 'charge'>);

function createLimiter(
  name: string,
  { points, seconds, firstWaitSeconds, perCall, isForAll }: Limit,
  openShared: OpenSharedLimit,
): Limiter {
  const firstWaitMs = firstWaitSeconds && firstWaitSeconds * 1000;
  const closing = { points, windowMs: seconds * 1000, firstWaitMs };
  return isForAll
    ? { ...openShared(name, closing), charge() {} }
    : createClosingLimit({ ...closing, perCall }, () => performance.now());
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

/** The rate limits of a process; with `isOn` false every call passes. */
export function createRateLimits(isOn: boolean, openShared: OpenSharedLimit): RateLimits {
  const limiters = new Map(
    Object.entries(LIMITS).map(([name, limit]) => [name, createLimiter(name, limit, openShared)]),
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
