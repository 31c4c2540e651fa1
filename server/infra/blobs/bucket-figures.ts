import { createTally, OUTCOMES, type Tally } from '#server/infra/metrics/outcomes.ts';
import { BucketError } from './bucket-errors.ts';

/** Counts of a bucket's calls, and of the copies that save them. */

const CALLS = ['get', 'sizeOf', 'put', 'delete'] as const;
type BucketCall = (typeof CALLS)[number];

export interface BucketFigures {
  /** As `call outcome`. */
  calls: Tally;
  /** Seconds that calls took, of `get` until the answer began. */
  listSeconds(): [BucketCall, number][];
  /** Reads of files: of a copy that was here, or fetched from the bucket. */
  reads: Tally<'here' | 'fetched'>;
  /** Counts a call, and passes on what becomes of it. */
  watch<Result>(name: BucketCall, call: () => Promise<Result>): Promise<Result>;
}

export function createBucketFigures(): BucketFigures {
  const calls = createTally(CALLS.flatMap((name) => OUTCOMES.map((outcome) => `${name} ${outcome}`)));
  const seconds = new Map<BucketCall, number>(CALLS.map((name) => [name, 0]));
  return {
    calls,
    listSeconds: () => [...seconds],
    reads: createTally(['here', 'fetched']),
    async watch(name, call) {
      const startedAt = performance.now();
      try {
        const result = await call();
        calls.add(`${name} done`);
        return result;
      } catch (error) {
        calls.add(`${name} ${error instanceof BucketError && error.isRefusal ? 'refused' : 'failed'}`);
        throw error;
      } finally {
        seconds.set(name, (seconds.get(name) ?? 0) + (performance.now() - startedAt) / 1_000);
      }
    },
  };
}
