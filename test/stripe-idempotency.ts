import { Refusal } from '#test/stripe-objects.ts';

/**
 * The local Stripe's memory of idempotency keys: the first answer to a key is repeated, also if it was a failure, and
 * the repetition says so in a header. Source: Stripe API reference, "Idempotent requests".
 */

interface Answered {
  status: number;
  answer: object;
}

export const REPLAYED = { 'idempotent-replayed': 'true' };

export function createIdempotency() {
  const answered = new Map<string, Answered & { asked: string }>();
  let failure: number | undefined;
  return {
    storeFailure(status: number): void {
      failure = status;
    },
    /** The answer of before; throws if the key came with other parameters. */
    recall(key: string | undefined, asked: string): Answered | undefined {
      const before = key === undefined ? undefined : answered.get(key);
      if (before && before.asked !== asked) {
        throw new Refusal(400, 'Keys for idempotent requests can only be used with the same parameters.', {
          type: 'idempotency_error',
        });
      }
      return before;
    },
    /** Answers a new request: with the failure that a test has stored, or with what `make` makes. */
    answer(key: string | undefined, asked: string, make: () => object): Answered {
      const made = isFailing(key)
        ? { status: failure ?? 500, answer: { error: { type: 'api_error', message: 'It went wrong.' } } }
        : { status: 200, answer: make() };
      if (made.status !== 200) failure = undefined;
      if (key !== undefined) answered.set(key, { ...made, asked });
      return made;
    },
  };

  function isFailing(key: string | undefined): boolean {
    return key !== undefined && failure !== undefined;
  }
}
