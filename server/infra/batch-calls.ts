interface Waiting<In, Out> {
  value: In;
  resolve(result: Out): void;
  reject(error: unknown): void;
}

/** Batches under way at a time: one is committed while the next is sent. */
const AT_ONCE = 2;

/**
 * Makes one call of many that arrive together, as a database commits them together (group commit): what arrives while
 * batches are under way waits for the next one. `run` answers one result for each value, in their order; whoever called
 * hears of their own only then. When `isOfOne(error)` says that a single value may be to blame, each is run by itself.
 */
export function batchCalls<In, Out>(
  run: (values: In[]) => Promise<Out[]>,
  { most, isOfOne }: { most: number; isOfOne(error: unknown): boolean },
): (value: In) => Promise<Out> {
  let waiting: Waiting<In, Out>[] = [];
  let underWay = 0;
  let isAwaited = false;

  async function runBatch(batch: Waiting<In, Out>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ value }) => value));
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Out);
    } catch (error) {
      if (batch.length > 1 && isOfOne(error)) await Promise.all(batch.map((one) => runBatch([one])));
      else for (const { reject } of batch) reject(error);
    }
  }

  function next(): void {
    isAwaited = false;
    while (waiting.length > 0 && underWay < AT_ONCE) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      underWay += 1;
      void runBatch(batch).finally(() => {
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
      // Whatever else this turn of the event loop brings goes along.
      setImmediate(next);
    });
}
