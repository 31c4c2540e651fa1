import { AppError } from '#shared/contract/errors.ts';

/** More than these wait to be written only while the database is down or too slow; whoever comes next is then refused at once. */
export const WAITING_MAX = 2_000;

export const tooMany = () =>
  new AppError('unavailable', 'Goldleaf is busy. Please try again in a moment.', { retryAfter: 2 });

interface Waiting<In, Out> {
  value: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

interface Options {
  /** Values of a batch. */
  most: number;
  /**
   * Batches running at a time: with two, one is committed while the next is sent. One, if each would wait for the locks of the
   * one before.
   */
  atOnce?: 1 | 2;
  /** After a batch, more values are waited for: for so many milliseconds, and as long as they come up to `atMost`, unless there are so many. */
  pause?: { ms: number; atMost: number; unless: number };
  isOfOne?(error: unknown): boolean;
}

/**
 * Combines calls that arrive together into one, as databases do with commits (group commit); calls that arrive while
 * batches are running wait for the next one. `run` returns one result per value, in order; each caller gets their own
 * once the batch is done. If `isOfOne(error)` says that a single value may be to blame, it is looked for by halves.
 */
export function batchCalls<In, Out>(
  run: (values: In[]) => Promise<Out[]>,
  { most, atOnce = 2, pause, isOfOne = () => false }: Options,
): (value: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let isAwaited = false;

  async function runBatch(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ value }) => value));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Out);
    } catch (error) {
      if (batch.length === 1 || !isOfOne(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = Math.ceil(batch.length / 2);
      await runBatch(batch.slice(0, half));
      await runBatch(batch.slice(half));
    }
  }

  async function waitForMore({ ms, atMost, unless }: NonNullable<typeof pause>): Promise<void> {
    let [before, waited] = [-1, 0];
    while (waiting.length < unless && waiting.length > before && waited < atMost) {
      before = waiting.length;
      await new Promise((resolve) => setTimeout(resolve, ms));
      waited += ms;
    }
  }

  function next(): void {
    isAwaited = false;
    while (waiting.length > 0 && underWay < atOnce) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      underWay += 1;
      void runBatch(batch).finally(async () => {
        if (pause) await waitForMore(pause);
        underWay -= 1;
        next();
      });
    }
  }

  return (value) =>
    new Promise((resolve, reject) => {
      waiting.push({ value, resolve, reject });
      if (isAwaited) return;
      isAwaited = true;
      // Calls made in the same turn of the event loop join the batch.
      setImmediate(next);
    });
}

/**
 * Likewise in `count` lanes, each with one batch at a time: values of one key come one after the other, and whatever a batch waits
 * for holds up only its lane.
 */
export function batchInLanes<In, Out>(
  run: (values: In[]) => Promise<Out[]>,
  { count, keyOf, ...options }: Omit<Options, 'atOnce'> & { count: number; keyOf(value: In): string },
): (value: In) => Promise<Out> {
  const lanes = new Map<number, (value: In) => Promise<Out>>();
  return (value) => {
    const key = keyOf(value);
    const nth = key.charCodeAt(key.length - 1) % count;
    const lane = lanes.get(nth) ?? batchCalls(run, { ...options, atOnce: 1 });
    lanes.set(nth, lane);
    return lane(value);
  };
}

/** Rows that are read together, unless somebody says otherwise. */
const READ_TOGETHER = 64;

/** Likewise for each `on`, such as a pool or a transaction, by itself; `open` is called once for each. */
export function batchOnEach<On extends object, In, Out>(
  open: (on: On) => (values: In[]) => Promise<Out[]>,
  options: Partial<Options> = {},
): (on: On, value: In) => Promise<Out> {
  const opened = new WeakMap<On, (value: In) => Promise<Out>>();
  return (on, value) => {
    const call = opened.get(on) ?? batchCalls(open(on), { most: READ_TOGETHER, ...options });
    opened.set(on, call);
    return call(value);
  };
}
