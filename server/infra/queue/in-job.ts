import { AsyncLocalStorage } from 'node:async_hooks';

const jobs = new AsyncLocalStorage<true>();
let running = 0;

/** Runs the work of a job; `isInJob` is true inside. */
export async function runInJob<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await jobs.run(true, work);
  } finally {
    running -= 1;
    // While it is on, Node 20 and 22 follow every promise of the process, which requests would pay for.
    if (running === 0) jobs.disable();
  }
}

/** True if a job runs, for which nobody waits: it may be more patient with what it asks. */
export const isInJob = (): boolean => jobs.getStore() === true;
