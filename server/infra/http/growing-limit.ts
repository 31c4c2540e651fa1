import { LRUCache } from 'lru-cache';

/** A limit that lets one through now and then after it was reached, at intervals that double. */

export interface GrowingLimit {
  /** Takes a point and answers 0; answers how many milliseconds to wait when that is refused. */
  take(key: string): number;
  /** Gives back a point that turned out to cost nothing. */
  giveBack(key: string): void;
  /** Forgets what was counted. */
  clear(key: string): void;
}

interface Count {
  points: number;
  /** When the points are forgotten. */
  endsAt: number;
  /** How often one was let through above the limit, and when the next one is. */
  waits: number;
  opensAt: number;
}

/** Counts of at most so many keys are kept; the one used longest ago goes first. */
const KEYS_MAX = 100_000;

/** `points` in each window of `windowMs`, then one after `firstWaitMs`, after twice that, and so on up to `windowMs`. */
export function createGrowingLimit(
  options: { points: number; windowMs: number; firstWaitMs: number },
  now: () => Date,
): GrowingLimit {
  const counts = new LRUCache<string, Count>({ max: KEYS_MAX });
  return {
    take(key) {
      const time = now().getTime();
      const kept = counts.get(key);
      if (kept && time < kept.opensAt) return kept.opensAt - time;
      const count =
        kept && time < kept.endsAt
          ? kept
          : { points: 0, endsAt: time + options.windowMs, waits: 0, opensAt: 0 };
      counts.set(key, count);
      count.points += 1;
      if (count.points < options.points) return 0;
      count.opensAt = time + Math.min(options.firstWaitMs * 2 ** count.waits, options.windowMs);
      count.waits += 1;
      return 0;
    },
    giveBack(key) {
      const count = counts.get(key);
      if (!count) return;
      count.points -= 1;
      if (count.points < options.points) count.opensAt = 0;
    },
    clear: (key) => void counts.delete(key),
  };
}
