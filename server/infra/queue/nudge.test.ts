import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createNudge } from './nudge.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('tells others at once, and of a thousand more in a second at most four times', async () => {
  const told: string[] = [];
  const nudge = createNudge(async (name) => void told.push(name), { debug: () => {} });
  nudge('imports');
  nudge('receipts');
  expect(told).toEqual(['imports', 'receipts']);
  for (let n = 0; n < 1_000; n += 1) {
    nudge('imports');
    await vi.advanceTimersByTimeAsync(1);
  }
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told.filter((name) => name === 'imports')).toHaveLength(5);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toHaveLength(6);
});

it('goes on after others could not be told', async () => {
  const tell = vi.fn().mockRejectedValueOnce(new Error('The database is away.')).mockResolvedValue(null);
  const nudge = createNudge(tell, { debug: () => {} });
  nudge('imports');
  await vi.advanceTimersByTimeAsync(250);
  nudge('imports');
  expect(tell).toHaveBeenCalledTimes(2);
});
