/**
 * The tag of a test that `npm test` leaves to `npm run test:all`: it says of more inputs, amounts or formats what another
 * test says of one. A whole file of such tests is named `*.thorough.*` instead.
 */
export const THOROUGH = {
  name: 'thorough',
  description: 'Odd inputs, large amounts, every format or width: only in npm run test:all.',
};

/** All inputs that are alike, and only the first of them in `npm test`. */
export function firstOf<T>(alike: readonly T[]): readonly T[] {
  return process.env.LEAVE_OUT_THOROUGH ? alike.slice(0, 1) : alike;
}
