import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { isPatient, runPatiently } from './patience.ts';

it('A job is patient until it ends, also once another has ended', async () => {
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const long = runPatiently(async () => {
    await gate;
    await nextTurn();
    return isPatient();
  });
  expect(await runPatiently(async () => isPatient())).toBe(true);
  expect(isPatient()).toBe(false);
  open();
  expect(await long).toBe(true);
  expect(await runPatiently(async () => isPatient())).toBe(true);
});

it('Nobody is patient once a job has failed', async () => {
  await expect(runPatiently(async () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(isPatient()).toBe(false);
});
