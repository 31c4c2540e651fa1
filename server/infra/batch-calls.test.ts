import { expect, it, vi } from 'vitest';
import { batchCalls, batchInLanes, batchOnEach } from '#server/infra/batch-calls.ts';

const TOO_BIG = new RangeError('too big');

/** Doubles numbers in batches that end on command. */
function doubler(most = 100, atOnce?: 1 | 2) {
  const batches: number[][] = [];
  const ends: (() => void)[] = [];
  const call = batchCalls<number, number>(
    async (values) => {
      batches.push(values);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (values.some((value) => value > 1_000)) throw TOO_BIG;
      if (values.includes(0)) throw new Error('away');
      return values.map((value) => value * 2);
    },
    { most, ...(atOnce && { atOnce }), isOfOne: (error) => error === TOO_BIG },
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  /** Ends all running batches until no more start. */
  const finish = async () => {
    while (ends.length > 0) {
      for (const end of ends.splice(0)) end();
      await turn();
    }
  };
  return { call, batches, turn, finish };
}

it('runs calls that arrive together as one, and gives each caller their own result', async () => {
  const { call, batches, turn, finish } = doubler();
  const results = Promise.all([call(1), call(2), call(3)]);
  await turn();
  await finish();
  expect(await results).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1, 2, 3]]);
});

it('makes calls that arrive while batches are running wait for the next one', async () => {
  const { call, batches, turn, finish } = doubler();
  const results = [call(1)];
  await turn();
  results.push(call(2));
  await turn();
  results.push(call(3), call(4));
  await turn();
  expect(batches).toEqual([[1], [2]]);
  await finish();
  expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  expect(batches).toEqual([[1], [2], [3, 4]]);
});

it('runs one batch after the other where it is told to', async () => {
  const { call, batches, turn, finish } = doubler(100, 1);
  const results = [call(1)];
  await turn();
  results.push(call(2));
  await turn();
  results.push(call(3));
  await turn();
  expect(batches).toEqual([[1]]);
  await finish();
  expect(await Promise.all(results)).toEqual([2, 4, 6]);
  expect(batches).toEqual([[1], [2, 3]]);
});

it('never exceeds the size of a batch', async () => {
  const { call, batches, turn, finish } = doubler(2);
  const results = Promise.all([call(1), call(2), call(3), call(4), call(5)]);
  await turn();
  await finish();
  expect(await results).toEqual([2, 4, 6, 8, 10]);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

it('lets one bad value fail alone', async () => {
  const { call, turn, finish } = doubler();
  const results = Promise.allSettled([call(1), call(5_000), call(3)]);
  await turn();
  await finish();
  expect(await results).toMatchObject([{ value: 2 }, { reason: TOO_BIG }, { value: 6 }]);
});

it('finds one bad value of many in few batches', async () => {
  const { call, batches, turn, finish } = doubler();
  const results = Promise.allSettled(Array.from({ length: 64 }, (_, n) => call(n === 40 ? 5_000 : n + 1)));
  await turn();
  await finish();
  expect((await results).filter(({ status }) => status === 'rejected')).toHaveLength(1);
  expect(batches).toHaveLength(1 + 2 * Math.log2(64));
});

it('fails all calls of a batch when none of them is to blame, and continues afterwards', async () => {
  const { call, batches, turn, finish } = doubler();
  const results = Promise.allSettled([call(0), call(1)]);
  await turn();
  await finish();
  expect((await results).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(batches).toHaveLength(1);
  const later = call(4);
  await turn();
  await finish();
  expect(await later).toBe(8);
});

it('holds up only those who share a lane while a batch waits', async () => {
  const batches: string[][] = [];
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const run = async (keys: string[]) => {
    batches.push(keys);
    if (keys.includes('a')) await opened;
    return keys;
  };
  const call = batchInLanes(run, { count: 4, keyOf: (key) => key, most: 100 });
  const waiting = [call('a'), call('e')];
  expect(await call('b')).toBe('b');
  const next = call('a');
  expect(await call('c')).toBe('c');
  expect(batches).toEqual([['a', 'e'], ['b'], ['c']]);
  open();
  expect(await Promise.all([...waiting, next])).toEqual(['a', 'e', 'a']);
});

it('waits a moment for more after a batch where each costs much, and not at first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const batches: number[][] = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const call = batchCalls<number, number>(
    async (values) => {
      batches.push(values);
      return values;
    },
    { most: 100, atOnce: 1, pause: { ms: 8, atMost: 8, unless: 3 } },
  );
  expect(await call(1)).toBe(1);
  const results = [call(2)];
  await turn();
  results.push(call(3));
  await turn();
  expect(batches).toEqual([[1]]);
  await vi.advanceTimersByTimeAsync(8);
  expect(await Promise.all(results)).toEqual([2, 3]);
  expect(batches).toEqual([[1], [2, 3]]);
  vi.useRealTimers();
});

it('waits on while more come, until there are enough or it has been long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const batches: number[][] = [];
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const pass = async () => {
    await turn();
    await vi.advanceTimersByTimeAsync(8);
    await turn();
  };
  const call = batchCalls<number, number>(
    async (values) => {
      batches.push(values);
      return values;
    },
    { most: 100, atOnce: 1, pause: { ms: 8, atMost: 24, unless: 4 } },
  );
  const results = [call(1)];
  await results[0];
  await turn();
  for (const value of [2, 3, 4, 5]) {
    results.push(call(value));
    await pass();
  }
  expect(batches).toEqual([[1], [2, 3, 4]]);
  for (const value of [6, 7, 8]) results.push(call(value));
  await pass();
  expect(batches).toEqual([[1], [2, 3, 4], [5, 6, 7, 8]]);
  await Promise.all(results);
  vi.useRealTimers();
});

it('keeps what comes on one connection apart from what comes on another', async () => {
  const opened: object[] = [];
  const batches: [object, number[]][] = [];
  const call = batchOnEach(
    (on: object) => {
      opened.push(on);
      return async (values: number[]) => {
        batches.push([on, values]);
        return values.map((value) => value * 2);
      };
    },
    { most: 100 },
  );
  const [one, other] = [{}, {}];
  expect(await Promise.all([call(one, 1), call(other, 2), call(one, 3)])).toEqual([2, 4, 6]);
  expect(await call(one, 4)).toBe(8);
  expect(opened).toEqual([one, other]);
  expect(batches).toEqual([
    [one, [1, 3]],
    [other, [2]],
    [one, [4]],
  ]);
});
