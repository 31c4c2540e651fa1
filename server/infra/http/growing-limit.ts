import { LRUCache } from 'lru-cache';
import { upTo } from '#server/infra/up-to.ts';

/** A rate limit that, once reached, still lets one call through at intervals that double. */

export interface GrowingLimit {
  /** Takes a point and returns 0, or returns how many milliseconds to wait if none is available. */
  take(key: string): number;
  /** Gives back a point for a call that turned out to cost nothing. */
  giveBack(key: string): void;
  /** Resets the count of a key. */
  clear(key: string): void;
}

interface Count {
  points: number;
  /** When the points expire. */
  endsAt: number;
  /** How many calls passed above the limit, and when the next one may. */
  waits: number;
  opensAt: number;
}

/** At most this many keys are counted; the least recently used is dropped first. */
const KEYS_MAX = 100_000;

/** Allows `points` per `windowMs`, then one after `firstWaitMs`, one after twice that, and so on up to `windowMs`. */
export function createGrowingLimit(
  options: { points: number; windowMs: number; firstWaitMs: number },
  now: () => Date,
): GrowingLimit {
  const counts = new LRUCache<string, Count>(upTo(KEYS_MAX));
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
