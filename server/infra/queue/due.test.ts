import { DrizzleQueryError } from 'drizzle-orm';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type DueWork, watchDue } from './due.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const watch = (work: DueWork, leastMs?: number) =>
  watchDue('reminders', work, pino({ level: 'silent' }), { leastMs });
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('What is due is done at the start, when the next is due, and once a minute whatever is known', async () => {
  const work = vi.fn<DueWork>().mockResolvedValue(null).mockResolvedValueOnce(2_000);
  const due = watch(work);
  await pass(1_000_000);
  expect(work).not.toHaveBeenCalled();
  due.start();
  await pass(0);
  expect(work).toHaveBeenCalledTimes(1);
  await pass(1_999);
  expect(work).toHaveBeenCalledTimes(1);
  await pass(1);
  expect(work).toHaveBeenCalledTimes(2);
  await pass(60_000);
  expect(work).toHaveBeenCalledTimes(3);
  await due.stop();
  await pass(1_000_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('What became due earlier is done at once, also if it came while others were', async () => {
  let finish = (_ms: number | null) => {};
  const work = vi.fn<DueWork>(
    () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  );
  const due = watch(work);
  due.start();
  await pass(0);
  due.wake();
  due.wake();
  await pass(1_000);
  expect(work).toHaveBeenCalledTimes(1);
  finish(null);
  await pass(0);
  expect(work).toHaveBeenCalledTimes(2);
  finish(30_000);
  await pass(10);
  due.wake();
  await pass(0);
  expect(work).toHaveBeenCalledTimes(3);
  const stopped = vi.fn();
  const stopping = due.stop().then(stopped);
  due.wake();
  await pass(10);
  expect(stopped).not.toHaveBeenCalled();
  finish(null);
  await stopping;
  await pass(100_000);
  expect(work).toHaveBeenCalledTimes(3);
});

it('A stop ends what is being done after its current step', async () => {
  const steps = vi.fn();
  const due = watch(async (stopping) => {
    for (; !stopping.aborted && steps.mock.calls.length < 1_000; steps()) {
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return null;
  });
  due.start();
  await pass(15);
  const stopping = due.stop();
  await pass(5);
  await stopping;
  expect(steps).toHaveBeenCalledTimes(2);
});

it('Work that is woken all the time is done at once, and then as seldom as it says', async () => {
  const work = vi.fn<DueWork>().mockResolvedValue(null);
  const due = watch(work, 1_000);
  due.start();
  await pass(5_000);
  expect(work).toHaveBeenCalledTimes(1);
  for (let nth = 0; nth < 25; nth += 1) {
    due.wake();
    await pass(100);
  }
  expect(work).toHaveBeenCalledTimes(4);
  await pass(1_000);
  expect(work).toHaveBeenCalledTimes(5);
  await pass(10_000);
  expect(work).toHaveBeenCalledTimes(5);
  await due.stop();
});

it('A failed statement is logged without its parameters', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const cause = new Error('The database restarts');
  const due = watchDue(
    'reminders',
    () => Promise.reject(new DrizzleQueryError('select', ['ada'], cause)),
    log,
  );
  due.start();
  await pass(0);
  await due.stop();
  expect(lines.join()).toContain('The database restarts');
  expect(lines.join()).not.toContain('ada');
});

it('What failed, as while the database restarts, is tried again', async () => {
  const work = vi.fn<DueWork>().mockResolvedValue(null).mockRejectedValueOnce(new Error('It restarts'));
  const due = watch(work);
  due.start();
  await pass(0);
  await pass(5_000);
  expect(work).toHaveBeenCalledTimes(2);
  await due.stop();
});
