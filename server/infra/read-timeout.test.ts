import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createReadTimeout } from '#server/infra/read-timeout.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
const after = (ms: number) => () => new Promise<string>((resolve) => setTimeout(resolve, ms, 'answer'));
const create = () => createReadTimeout(() => Date.now());

/** The outcome of a read after this long. */
async function outcomeAfter(ms: number, read: Promise<unknown>): Promise<unknown> {
  let outcome: unknown = 'waiting';
  read.then(
    (result) => {
      outcome = result;
    },
    (error: Error) => {
      outcome = error.message;
    },
  );
  await vi.advanceTimersByTimeAsync(ms);
  return outcome;
}

const AWAY = 'Goldleaf is restarting. Please try again in a moment.';

it('reports within a second that a silent database is unavailable, and then at once', async () => {
  const readTimeout = create();
  expect(await outcomeAfter(800, readTimeout.within(never))).toBe('waiting');
  expect(await outcomeAfter(1_000, readTimeout.within(never))).toBe(AWAY);
  const probe = readTimeout.within(never);
  expect(await outcomeAfter(0, readTimeout.within(never))).toBe(AWAY);
  expect(await outcomeAfter(1_000, probe)).toBe(AWAY);
});

it('finds out with one read per half second that the database is back', async () => {
  const readTimeout = create();
  await outcomeAfter(1_000, readTimeout.within(never));
  expect(await outcomeAfter(10, readTimeout.within(after(1)))).toBe('answer');
  expect(await outcomeAfter(10, readTimeout.within(after(1)))).toBe('answer');
});

it('waits for a slow result while the database responds to others', async () => {
  const readTimeout = create();
  const slow = readTimeout.within(after(2_500));
  for (let n = 0; n < 4; n += 1) expect(await outcomeAfter(600, readTimeout.within(after(1)))).toBe('answer');
  expect(await outcomeAfter(200, slow)).toBe('answer');
});

it('passes errors on unchanged', async () => {
  const failing = create().within(() => Promise.reject(new Error('refused')));
  expect(await outcomeAfter(0, failing)).toBe('refused');
});
