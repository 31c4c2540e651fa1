import type { Logger } from 'pino';
import { describeError } from '#server/infra/describe-error.ts';

/** Nudges within this time after one become one more. */
const REST_MS = 250;

/**
 * Tells others that something of this name is due: at once, and then at most four times a second, however often it is
 * called. One that fails is not repeated: they look by themselves within a minute.
 */
export function createNudge(
  tell: (name: string) => Promise<unknown>,
  log: Pick<Logger, 'debug'>,
): (name: string) => void {
  /** By name, true if it was called again meanwhile. */
  const resting = new Map<string, boolean>();
  const nudge = (name: string) => {
    if (resting.has(name)) return void resting.set(name, true);
    resting.set(name, false);
    tell(name).catch((error: unknown) =>
      log.debug({ due: name, error: describeError(error) }, 'Others were not told'),
    );
    setTimeout(() => {
      const isAgain = resting.get(name) === true;
      resting.delete(name);
      if (isAgain) nudge(name);
    }, REST_MS).unref();
  };
  return nudge;
}
