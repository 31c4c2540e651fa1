/** Waiting jobs by key: each key has at most one running, and all keys take turns. */

export interface WaitingLine<Job> {
  /** How many are waiting, in total or of one key. */
  count(key?: string): number;
  add(key: string, job: Job): void;
  /** The next job of a key that has none running; that key is busy until `release`. */
  take(): { key: string; job: Job } | null;
  release(key: string): void;
  /** Removes a job; false if it is no longer there. */
  remove(key: string, job: Job): boolean;
  drain(): Job[];
}

export function createWaitingLine<Job>(): WaitingLine<Job> {
  const waiting = new Map<string, Job[]>();
  const busy = new Set<string>();
  let length = 0;
  const put = (key: string, jobs: Job[]) => {
    waiting.delete(key);
    if (jobs.length > 0) waiting.set(key, jobs);
  };
  return {
    count: (key) => (key === undefined ? length : (waiting.get(key)?.length ?? 0)),
    add(key, job) {
      length += 1;
      const jobs = waiting.get(key);
      if (jobs) jobs.push(job);
      else waiting.set(key, [job]);
    },
    take() {
      for (const [key, [job, ...rest]] of waiting) {
        if (busy.has(key) || job === undefined) continue;
        // Last in line: a map keeps the order of insertion.
        put(key, rest);
        busy.add(key);
        length -= 1;
        return { key, job };
      }
      return null;
    },
    release: (key) => void busy.delete(key),
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
