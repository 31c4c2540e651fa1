import { AsyncLocalStorage } from 'node:async_hooks';
import type { Job } from '#server/infra/queue/define-job.ts';

/** Jobs of billing, for which nobody waits, give Stripe more time than people's requests do. */

const patient = new AsyncLocalStorage<true>();
let running = 0;

/** Runs `work`; `isPatient` is true inside. */
export async function runPatiently<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  try {
    return await patient.run(true, work);
  } finally {
    running -= 1;
    // While it is on, Node 20 and 22 follow every promise of the process, which requests would pay for.
    if (running === 0) patient.disable();
  }
}

export const isPatient = (): boolean => patient.getStore() === true;

/** The job, which runs patiently. */
export const makePatient = <Kind extends Job>(job: Kind): Kind => ({
  ...job,
  run: (...given: Parameters<Job['run']>) => runPatiently(() => job.run(...given)),
});
