import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createGate, EXPORTS, LIST_READS } from '#server/infra/gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const codeOf = (waiting: Promise<unknown>) =>
  waiting.then(
    () => 'entered',
    (error: { code: string; retryAfter: number }) => `${error.code} ${error.retryAfter}`,
  );

it('An account exports one thing at a time: the second waits for the first, other accounts for neither', async () => {
  const gate = createGate(EXPORTS);
  const leave = await gate.enter('ada');
  const order: string[] = [];
  const second = gate.enter('ada').then((end) => {
    order.push('second');
    end();
  });
  (await gate.enter('grace'))();
  order.push('grace');
  leave();
  await second;
  expect(order).toEqual(['grace', 'second']);
});

it('After thirty seconds of waiting, an export is refused with a request to try again', async () => {
  const gate = createGate(EXPORTS);
  await gate.enter('ada');
  const second = codeOf(gate.enter('ada'));
  await vi.advanceTimersByTimeAsync(29_999);
  const third = codeOf(gate.enter('ada'));
  await vi.advanceTimersByTimeAsync(1);
  expect(await second).toBe('too_many_requests 30');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await third).toBe('too_many_requests 30');
});

it('Four run at once; the fifth is told that the server is busy, not that it made too many requests', async () => {
  const gate = createGate(EXPORTS);
  const leaves = await Promise.all(['a', 'b', 'c', 'd'].map((account) => gate.enter(account)));
  const fifth = codeOf(gate.enter('e'));
  const sixth = codeOf(gate.enter('f'));
  leaves[2]?.();
  expect(await fifth).toBe('entered');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await sixth).toBe('unavailable 30');
});

it('An export that waits for another of the same account does not delay other accounts', async () => {
  const gate = createGate({ ...EXPORTS, atOnce: 2 });
  await gate.enter('a');
  const leave = await gate.enter('b');
  const again = codeOf(gate.enter('a'));
  const other = codeOf(gate.enter('c'));
  leave();
  expect(await other).toBe('entered');
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await again).toBe('too_many_requests 30');
});

it('Up to five exports of one account wait, and releasing a place twice admits only one', async () => {
  const gate = createGate(EXPORTS);
  const leave = await gate.enter('a');
  const waiting = Array.from({ length: 5 }, () => gate.enter('a'));
  expect(await codeOf(gate.enter('a'))).toBe('too_many_requests 30');
  leave();
  leave();
  let entered = 0;
  for (const one of waiting) void one.then(() => (entered += 1)).catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(entered).toBe(1);
  gate.close();
  expect((await Promise.allSettled(waiting)).filter(({ status }) => status === 'rejected')).toHaveLength(4);
});

it('Of an account, two reads of its lists run at a time and others wait in order, while others find places', async () => {
  const gate = createGate(LIST_READS);
  const [first] = await Promise.all([gate.enter('ada'), gate.enter('ada')]);
  const order: string[] = [];
  const waiting = ['third', 'fourth'].map((name) => gate.enter('ada').then(() => order.push(name)));
  await gate.enter('grace');
  expect(order).toEqual([]);
  first?.();
  await waiting[0];
  expect(order).toEqual(['third']);
  void waiting[1]?.catch(() => {});
  gate.close();
});

it('A place in which an account read its lists for long rests for twice as long, and others find theirs at once', async () => {
  const gate = createGate({ ...LIST_READS, atOnce: 2, ofAccount: 1 });
  const leave = await gate.enter('ada');
  await vi.advanceTimersByTimeAsync(100);
  let isIn = false;
  const next = gate.enter('ada').then(() => {
    isIn = true;
  });
  leave();
  await gate.enter('grace');
  await vi.advanceTimersByTimeAsync(199);
  expect(isIn).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await next;
});
