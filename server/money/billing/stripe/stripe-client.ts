import type { Logger } from 'pino';
import type Stripe from 'stripe';
import { ProviderAway, ProviderRefusal } from '#server/infra/billing-provider.ts';
import { hideAddresses } from '#server/infra/describe-error.ts';
import type { AppError } from '#shared/contract/errors.ts';
import { isPatient } from './patience.ts';

/** The connection to Stripe, and the translation of its errors into ours. */

/**
 * How long an exchange may take in milliseconds, with all its requests and retries and the last byte of the answer. A
 * payment may have succeeded although it took longer: events and the nightly comparison find that out.
 */
export interface Deadlines {
  /** People wait for it. */
  person: number;
  job: number;
  /** A screen shows what is known meanwhile, and does without it. */
  addition: number;
}
const DEADLINES: Deadlines = { person: 8_000, job: 60_000, addition: 3_000 };
/**
 * The version of the API that this code was written for. The library is pinned to the same; naming it here makes an
 * update of the library a decision.
 */
export const STRIPE_API_VERSION = '2026-10-28.endive';
/** The maximum page size of Stripe's lists. */
export const PAGE_MAX = 100;

/**
 * Makes calls to Stripe; the first one loads the library. Throws `ProviderRefusal` if Stripe says no, and
 * `ProviderAway` for any other failure there, also when the time is over. `kind` is for an exchange that has less time
 * than a person or a job that asks.
 */
export type AskStripe = <T>(exchange: (stripe: Stripe) => Promise<T>, kind?: 'addition') => Promise<T>;

/** Where requests go: to Stripe, another host, or a function. */
interface Connection {
  secretKey: string;
  apiUrl: string | undefined;
  send?: typeof fetch;
}

export function connectStripe(
  connection: Connection,
  log: Logger,
  deadlines: Deadlines = DEADLINES,
): AskStripe {
  return async (exchange, kind) => {
    const ms = deadlines[kind ?? (isPatient() ? 'job' : 'person')];
    try {
      return await withinTime(ms, async (signal) => exchange(await openStripe(connection, ms, signal)));
    } catch (error) {
      throw translateError(error, log);
    }
  };
}

/** Fails when the time is over. What is left of the exchange then ends by itself: none of its requests succeeds. */
async function withinTime<T>(ms: number, exchange: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const { signal } = abort;
  const isOver = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  const timer = setTimeout(() => abort.abort(new Error(`No complete answer within ${ms / 1000} s.`)), ms);
  try {
    return await Promise.race([exchange(signal), isOver]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * A client for one exchange, which costs 0.1 ms and shares its connections with all others. The library limits only
 * single requests, so its retries would multiply what people wait: each of its requests carries the signal instead.
 */
async function openStripe(
  { secretKey, apiUrl, send = fetch }: Connection,
  ms: number,
  signal: AbortSignal,
): Promise<Stripe> {
  const { default: Client } = await import('stripe');
  const common = {
    apiVersion: STRIPE_API_VERSION,
    httpClient: Client.createFetchHttpClient((url, init) =>
      send(url, { ...init, signal, redirect: 'manual' }),
    ),
    maxNetworkRetries: 2,
    timeout: ms,
    telemetry: false,
  } as const;
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

const propertyOf = (error: unknown, name: string): unknown =>
  error instanceof Error ? Object.entries(error).find(([key]) => key === name)?.[1] : undefined;

const statusOf = (error: unknown) => propertyOf(error, 'statusCode');
/** Stripe's word for what is wrong, such as `resource_missing`. */
export const readErrorCode = (error: unknown): unknown => propertyOf(error, 'code');

/**
 * A wrong key (401, 403), a key in use by another request (409) and too many requests (429) say nothing about what was
 * asked: for our caller, they are the same as no answer.
 */
const SAYS_NOTHING = [401, 403, 409, 429];

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return typeof status === 'number' && status >= 400 && status < 500 && !SAYS_NOTHING.includes(status);
}

/** The codes of a payment that a bank takes once the customer has confirmed it. Source: Stripe docs, "Error codes", "Decline codes". */
const UNCONFIRMED = [
  'authentication_required',
  'invoice_payment_intent_requires_action',
  'subscription_payment_intent_requires_action',
];

export const isUnconfirmed = ({ code, decline_code }: { code?: unknown; decline_code?: unknown }): boolean =>
  [code, decline_code].some((one) => UNCONFIRMED.includes(String(one)));

/** Stripe's own status (a 402, a 404) must not become ours. */
function translateError(error: unknown, log: Logger): AppError {
  if (error instanceof ProviderAway || error instanceof ProviderRefusal) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const status = statusOf(error);
  log.warn(
    { error: hideAddresses(reason), status },
    isRefusal(error) ? 'Stripe refused' : 'Stripe did not answer',
  );
  if (!isRefusal(error)) return new ProviderAway(reason);
  const needsConfirmation = isUnconfirmed(Object(error));
  return new ProviderRefusal(reason, status === 402 || needsConfirmation, needsConfirmation);
}

/** For `catch`: returns null if Stripe has no such object, or no invoice to preview. */
export function nullIfMissing(error: unknown): null {
  const code = readErrorCode(error);
  if (statusOf(error) === 404 || code === 'resource_missing' || code === 'invoice_upcoming_none') return null;
  throw error;
}

/** For `catch`, where what comes next matters more: returns null if Stripe says no, and throws if it says nothing. */
export function nullIfRefused(error: unknown): null {
  if (isRefusal(error)) return null;
  throw error;
}

/** Likewise where the right to read is an extra: also null if a restricted key lacks it. Source: Stripe API, "Errors", 403. */
export const nullIfForbidden = (error: unknown): null =>
  statusOf(error) === 403 ? null : nullIfRefused(error);
