/** Points of keys, counted by this process alone. */

export interface ClosingLimit {
  /** Takes the points of a call and returns 0, or returns how many milliseconds to wait if too few are left. */
  take(key: string): number;
  /** How many milliseconds a call has to wait, once one was refused; takes nothing. */
  look(key: string): number;
  /** Takes points for what a call has cost beyond those of each: only later calls are refused. */
  charge(key: string, points: number): void;
  /** Gives back the points of a call that turned out to cost nothing. */
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
  /** How many a call takes; one by default. */
  perCall?: number | undefined;
}

interface Count {
  points: number;
  /** When the points expire, and until when no call passes. */
  endsAt: number;
  opensAt: number;
  isRefused: boolean;
}

/** At most this many keys are counted; those that nobody used for the longest time are dropped first (docs/decisions/408). */
const KEYS_MAX = 100_000;

/**
 * Wherever it changes, so does the statement in `counts-for-all.ts`. `now` is in milliseconds, and as a rule a clock that nobody
 * sets.
 */
export function createClosingLimit(
  { points, windowMs, firstWaitMs, perCall = 1 }: Closing,
  now: () => number,
): ClosingLimit {
  const counts = createCounts(windowMs);
  const waitOf = ({ opensAt }: Count, time: number) => Math.max(0, opensAt - time);
  const isSpent = (count: Count) => count.points + perCall > points;
  /** Of the window of now, which may begin with it. */
  const countOf = (key: string, time: number) => {
    const kept = counts.get(key, time);
    return kept && time < kept.endsAt
      ? kept
      : counts.set(key, { points: 0, endsAt: time + windowMs, opensAt: 0, isRefused: false });
  };
  const add = (count: Count, cost: number, time: number) => {
    count.points += cost;
    if (!isSpent(count)) return;
    count.opensAt =
      firstWaitMs === undefined
        ? count.endsAt
        : time + Math.min(firstWaitMs * 2 ** (count.points - points), windowMs);
    count.endsAt = Math.max(count.endsAt, count.opensAt);
  };
  return {
    look(key) {
      const time = now();
      const count = counts.get(key, time);
      return count?.isRefused ? waitOf(count, time) : 0;
    },
    take(key) {
      const time = now();
      const count = countOf(key, time);
      const waitMs = waitOf(count, time);
      count.isRefused = waitMs > 0;
      if (!count.isRefused) add(count, perCall, time);
      return waitMs;
    },
    charge(key, cost) {
      const time = now();
      add(countOf(key, time), cost, time);
    },
    giveBack(key) {
      const count = counts.get(key, now());
      if (!count) return;
      count.points = Math.max(0, count.points - perCall);
      if (!isSpent(count)) count.opensAt = 0;
    },
    clear: (key) => counts.delete(key),
  };
}

/** The counts of keys that were used within a window; what two of them or half of the keys have passed over is forgotten. */
function createCounts(windowMs: number) {
  let recent = new Map<string, Count>();
  let older = new Map<string, Count>();
  let turnsAt = 0;
  const set = (key: string, count: Count) => {
    recent.set(key, count);
    return count;
  };
  return {
    set,
    get(key: string, time: number): Count | undefined {
      if (time >= turnsAt || recent.size >= KEYS_MAX / 2) {
        older = recent;
        recent = new Map();
        turnsAt = time + windowMs;
      }
      const count = recent.get(key);
      if (count) return count;
      const kept = older.get(key);
      return kept && set(key, kept);
    },
    delete(key: string): void {
      recent.delete(key);
      older.delete(key);
    },
  };
}
