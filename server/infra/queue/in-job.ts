import { AsyncLocalStorage } from 'node:async_hooks';

const jobs = new AsyncLocalStorage<true>();

/** Runs the work of a job; `isInJob` is true inside. */
export const runInJob = <Result>(work: () => Result): Result => jobs.run(true, work);

/** True if a job runs, for which nobody waits: it may be more patient with what it asks. */
export const isInJob = (): boolean => jobs.getStore() === true;
