import type { Logger } from 'pino';
import type { Bucket } from './bucket.ts';
import { BucketError } from './bucket-errors.ts';
import type { BucketFigures } from './bucket-figures.ts';

type CountedCall = Parameters<BucketFigures['watch']>[0];

/** Sentences in the log while a bucket fails. */
const SAID_MS = 10_000;

/**
 * A bucket of which nothing is read and to which nothing is written until `check` has resolved once; null if that has been.
 * Failures are said in the log, and calls are counted.
 */
export function guardBucket(
  bucket: Bucket,
  check: (() => Promise<void>) | null,
  { log, figures }: { log: Logger; figures: BucketFigures },
): Bucket {
  let checking: Promise<void> | null = check ? null : Promise.resolve();
  let saidAt = Number.NEGATIVE_INFINITY;
  const say = (error: unknown) => {
    if (!(error instanceof Error) || performance.now() - saidAt < SAID_MS) return;
    saidAt = performance.now();
    log.warn({ error: error instanceof BucketError ? error.sentence : error.message }, 'Files are away');
  };
  const confirm = () => {
    checking ??= (check?.() ?? Promise.resolve()).catch((error: unknown) => {
      checking = null;
      throw error instanceof BucketError ? error : new BucketError(String((error as Error).message), true);
    });
    return checking;
  };
  const guarded =
    <Args extends unknown[], Result>(name: CountedCall, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        await confirm();
        return await figures.watch(name, () => call(...args));
      } catch (error) {
        say(error);
        throw error;
      }
    };
  return {
    name: bucket.name,
    get: guarded('get', bucket.get),
    sizeOf: guarded('sizeOf', bucket.sizeOf),
    put: guarded('put', bucket.put),
    delete: guarded('delete', bucket.delete),
    async *list(prefix) {
      await confirm();
      yield* bucket.list(prefix);
    },
    close: bucket.close,
  };
}
