/**
 * The local Stripe's memory of idempotency keys: the first answer to a key is repeated, also if it was a failure, and
 * the repetition says so in a header. Source: Stripe API reference, "Idempotent requests".
 */

export interface Answered {
  status: number;
  text: string;
  headers: Record<string, string>;
}

const wentWrong = { error: { type: 'api_error', message: 'It went wrong.' } };
const otherParameters = {
  error: {
    type: 'idempotency_error',
    message: 'Keys for idempotent requests can only be used with the same parameters.',
  },
};
const toAnswer = (status: number, body: object): Answered => ({
  status,
  text: JSON.stringify(body),
  headers: {},
});

export function createIdempotency() {
  const answered = new Map<string, Answered & { asked: string }>();
  let failure: number | undefined;
  return {
    storeFailure(status: number): void {
      failure = status;
    },
    /** The answer of before, or what `make` makes; a failure that a test has stored comes instead. */
    async answer(key: string | undefined, asked: string, make: () => Promise<Answered>): Promise<Answered> {
      const before = key === undefined ? undefined : answered.get(key);
      if (before && before.asked !== asked) return toAnswer(400, otherParameters);
      if (before) return { ...before, headers: { 'idempotent-replayed': 'true' } };
      const isFailing = key !== undefined && failure !== undefined;
      const made = isFailing ? toAnswer(failure ?? 500, wentWrong) : await make();
      if (isFailing) failure = undefined;
      if (key !== undefined) answered.set(key, { ...made, asked });
      return made;
    },
  };
}
