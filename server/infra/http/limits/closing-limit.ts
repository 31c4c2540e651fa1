import { LRUCache } from 'lru-cache';
import { upTo } from '#server/infra/up-to.ts';

/** Points of keys, counted by this process alone. */

export interface ClosingLimit {
  /** Takes a point and returns 0, or returns how many milliseconds to wait if none is available. */
  take(key: string): number;
  /** How many milliseconds a call has to wait, once one was refused; takes nothing. */
  look(key: string): number;
  /** Gives back a point for a call that turned out to cost nothing. */
  giveBack(key: string): void;
  /** Resets the count of a key. */
  clear(key: string): void;
}

/**
 * So many points in a window. The last closes the key until the window ends; with `firstWaitMs`, one call passes after
 * that time, one after twice that, and so on up to the length of the window.
 */
export interface Closing {
  points: number;
  windowMs: number;
  firstWaitMs?: number | undefined;
}

interface Count {
  points: number;
  /** When the points expire, and until when no call passes. */
  endsAt: number;
  opensAt: number;
  isRefused: boolean;
}

/** At most this many keys are counted; the least recently used is dropped first. */
const KEYS_MAX = 100_000;

/** Wherever it changes, so does the statement in `counts-for-all.ts`. */
export function createClosingLimit(
  { points, windowMs, firstWaitMs }: Closing,
  now: () => Date,
): ClosingLimit {
  const counts = new LRUCache<string, Count>(upTo(KEYS_MAX));
  const waitOf = ({ opensAt }: Count) => Math.max(0, opensAt - now().getTime());
  return {
    look(key) {
      const count = counts.get(key);
      return count?.isRefused ? waitOf(count) : 0;
    },
    take(key) {
      const time = now().getTime();
      const kept = counts.get(key);
      const fresh = { points: 0, endsAt: time + windowMs, opensAt: 0, isRefused: false };
      const count = kept && time < kept.endsAt ? kept : fresh;
      counts.set(key, count);
      count.isRefused = waitOf(count) > 0;
      if (count.isRefused) return waitOf(count);
      count.points += 1;
      if (count.points < points) return 0;
      count.opensAt =
        firstWaitMs === undefined
          ? count.endsAt
          : time + Math.min(firstWaitMs * 2 ** (count.points - points), windowMs);
      count.endsAt = Math.max(count.endsAt, count.opensAt);
      return 0;
    },
    giveBack(key) {
      const count = counts.get(key);
      if (!count) return;
      count.points = Math.max(0, count.points - 1);
      if (count.points < points) count.opensAt = 0;
    },
    clear: (key) => void counts.delete(key),
  };
}
