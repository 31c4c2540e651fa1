import type { TryLimit } from '#server/infra/http/limits/limits.ts';
import type { HttpContext } from '#server/infra/http/request-context.ts';

/** Attempts at a secret: charged before they are checked, so that of a hundred at once only as many are as may fail. */

/** The limits that count an attempt, each with the key of whom it counts. */
export type TryCounters = readonly (readonly [name: TryLimit, key: string])[];

/** These count everybody who tries an account, from wherever. */
const OF_ALL: readonly TryLimit[] = ['accountFailure', 'accountCodeFailure'];

/**
 * To be called outside of transactions: it takes a connection of its own. Throws 429 when no attempt is left; then none of
 * the counters has one less.
 */
export async function takeTries(
  { limits }: Pick<HttpContext, 'limits'>,
  counters: TryCounters,
): Promise<void> {
  for (const [nth, [name, key]] of counters.entries()) {
    await limits.take(name, key).catch(async (refusal: unknown) => {
      await giveBackTries({ limits }, counters.slice(0, nth));
      throw refusal;
    });
  }
}

/** An attempt that was not checked does not count. */
export async function giveBackTries(
  { limits }: Pick<HttpContext, 'limits'>,
  counters: TryCounters,
): Promise<void> {
  for (const [name, key] of counters) await limits.giveBack(name, key);
}

/** A right one clears this requester's wrong guesses, but not those of strangers elsewhere. */
export async function forgiveTries(
  { limits }: Pick<HttpContext, 'limits'>,
  counters: TryCounters,
): Promise<void> {
  for (const [name, key] of counters) {
    if (OF_ALL.includes(name)) await limits.giveBack(name, key);
    else await limits.clear(name, key);
  }
}
