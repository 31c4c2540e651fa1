/** Waiting jobs by key: each key has so many running at most, one if not said, and all keys take turns. */

export interface WaitingLine<Job> {
  /** How many are waiting, in total or of one key. */
  count(key?: string): number;
  /** True if a key has as many running as it may. */
  isBusy(key: string): boolean;
  add(key: string, job: Job): void;
  /** The next job of a key that may run another; it counts as running until `release`. */
  take(): { key: string; job: Job } | null;
  /** True if `take` would give one. */
  canTake(): boolean;
  release(key: string): void;
  /** Removes a job; false if it is no longer there. */
  remove(key: string, job: Job): boolean;
  drain(): Job[];
}

export function createWaitingLine<Job>(atOnce = 1): WaitingLine<Job> {
  const waiting = new Map<string, Job[]>();
  const running = new Map<string, number>();
  let length = 0;
  const put = (key: string, jobs: Job[]) => {
    waiting.delete(key);
    if (jobs.length > 0) waiting.set(key, jobs);
  };
  const count = (key: string, change: number) => {
    const left = (running.get(key) ?? 0) + change;
    if (left > 0) running.set(key, left);
    else running.delete(key);
  };
  const isBusy = (key: string) => (running.get(key) ?? 0) >= atOnce;
  return {
    count: (key) => (key === undefined ? length : (waiting.get(key)?.length ?? 0)),
    isBusy,
    add(key, job) {
      length += 1;
      const jobs = waiting.get(key);
      if (jobs) jobs.push(job);
      else waiting.set(key, [job]);
    },
    take() {
      for (const [key, [job, ...rest]] of waiting) {
        if (isBusy(key) || job === undefined) continue;
        // Last in line: a map keeps the order of insertion.
        put(key, rest);
        count(key, 1);
        length -= 1;
        return { key, job };
      }
      return null;
    },
    canTake: () => [...waiting.keys()].some((key) => !isBusy(key)),
    release: (key) => count(key, -1),
    remove(key, job) {
      const jobs = waiting.get(key) ?? [];
      const at = jobs.indexOf(job);
      if (at < 0) return false;
      jobs.splice(at, 1);
      if (jobs.length === 0) waiting.delete(key);
      length -= 1;
      return true;
    },
    drain() {
      const jobs = [...waiting.values()].flat();
      waiting.clear();
      length = 0;
      return jobs;
    },
  };
}
