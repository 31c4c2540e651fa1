import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { AppError } from '#shared/errors.ts';

/** The connection to Stripe, and the translation of its errors into ours. */

const TIMEOUT_MS = 15_000;
/** The maximum page size of Stripe's lists. */
export const PAGE_MAX = 100;

/** Makes one call to Stripe; the first one loads the library. Throws `unavailable` for any failure there. */
export type AskStripe = <T>(exchange: (stripe: Stripe) => Promise<T>) => Promise<T>;

export function connectStripe(secretKey: string, apiUrl: string | undefined, log: Logger): AskStripe {
  let opened: Promise<Stripe> | undefined;
  return async (exchange) => {
    opened ??= openStripe(secretKey, apiUrl);
    try {
      return await exchange(await opened);
    } catch (error) {
      throw asUnavailable(error, log);
    }
  };
}

async function openStripe(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const common = { maxNetworkRetries: 2, timeout: TIMEOUT_MS, telemetry: false };
  if (!apiUrl) return new Client(secretKey, common);
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === 'http:' ? 'http' : 'https';
  return new Client(secretKey, {
    ...common,
    host: hostname,
    port: port || (scheme === 'http' ? 80 : 443),
    protocol: scheme,
  });
}

/** Stripe's own status (a 402, a 404) must not become ours: for our caller, the provider failed to respond. */
function asUnavailable(error: unknown, log: Logger): AppError {
  log.warn(
    { error: error instanceof Error ? error.message : String(error) },
    'Stripe refused or did not answer',
  );
  return new AppError('unavailable', 'The payment provider did not answer. Please try again in a moment.', {
    retryAfter: 10,
  });
}

const statusOf = (error: unknown) =>
  error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;

/** For `catch`: returns null if Stripe has no such object. */
export function nullIfMissing(error: unknown): null {
  if (statusOf(error) === 404) return null;
  throw error;
}
