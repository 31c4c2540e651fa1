import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isInJob, runInJob } from './in-job.ts';

it('A job knows that it is one until it ends, also once another has ended', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const long = runInJob(async () => {
    await gate;
    await nextTurn();
    return isInJob();
  });
  expect(await runInJob(async () => isInJob())).toBe(true);
  expect(isInJob()).toBe(false);
  open();
  expect(await long).toBe(true);
  expect(await runInJob(async () => isInJob())).toBe(true);
});

it('No one is in a job once it has failed', async () => {
  await expect(runInJob(async () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(isInJob()).toBe(false);
});
