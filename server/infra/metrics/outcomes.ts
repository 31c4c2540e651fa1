/** Counts by what became of something, such as calls of a provider. */

/** The end of a call: `refused` would be so again, `failed` may work later. */
export type Outcome = 'done' | 'refused' | 'failed';

export const OUTCOMES: readonly Outcome[] = ['done', 'refused', 'failed'];

export interface Tally<Key extends string = string> {
  /** Counts these from 0 on: a figure that first appears with 1 has not grown, for who reads it. */
  declare(keys: readonly Key[]): void;
  add(key: Key): void;
  entries(): [Key, number][];
}

/** Counts of a few fixed keys, each of which is there from the start. */
export function createTally<Key extends string>(keys: readonly Key[] = []): Tally<Key> {
  const counts = new Map<Key, number>(keys.map((key) => [key, 0]));
  return {
    declare(keys) {
      for (const key of keys) if (!counts.has(key)) counts.set(key, 0);
    },
    add: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    entries: () => [...counts],
  };
}

type Call = (...args: never[]) => unknown;

/**
 * Copies an object of functions: `count` hears how each call that returns a promise ended. `isRefusal` tells the errors that
 * would come again.
 */
export function countCalls<Calls extends object>(
  calls: Calls,
  count: (name: string, outcome: Outcome) => void,
  isRefusal: (error: unknown) => boolean,
): Calls {
  const counted =
    (name: string, call: Call) =>
    (...args: never[]) => {
      const result = call.apply(calls, args);
      if (result instanceof Promise) {
        result.then(
          () => count(name, 'done'),
          (error: unknown) => count(name, isRefusal(error) ? 'refused' : 'failed'),
        );
      }
      return result;
    };
  const entries = Object.entries(calls).map(([name, value]) => [
    name,
    typeof value === 'function' ? counted(name, value as Call) : value,
  ]);
  return Object.fromEntries(entries) as Calls;
}
