import { expect, it } from 'vitest';
import { allJobs } from '#server/jobs.ts';

it('An operator is asked about every job that leaves the house and does not come by time', () => {
  const unsaid = allJobs.filter(({ cron, sends }) => !cron && !sends).map(({ name }) => name);
  // They look at rows, which are asked about, or at the payment provider, where they change nothing by themselves.
  expect(unsaid).toEqual([
    'billing-sync',
    'billing-reconcile-page',
    'billing-price',
    'tell-arrivals',
    'tell-unheld',
  ]);
});
