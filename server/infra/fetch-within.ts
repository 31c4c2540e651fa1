/** `fetch` for requests to providers, bounded in time and size. */

/** Nobody answered, the answer took too long or broke off; another attempt may work. */
export class Unanswered extends Error {}

/** How long one request may take in milliseconds, the body included, and the longest body. */
interface Bounds {
  ms: number;
  bytes: number;
}
/** Configurations, tokens and key sets are a few KB; no provider of those sends more than this. */
const USUAL_BOUNDS: Bounds = { ms: 5_000, bytes: 512 * 1024 };

/**
 * The response with its whole body, whatever its status. Throws `Unanswered` when its time is over, and another error
 * for a longer body.
 */
export async function fetchWithin(
  url: string,
  { signal, ...options }: RequestInit,
  { ms, bytes }: Bounds = USUAL_BOUNDS,
): Promise<Response> {
  const limit = AbortSignal.timeout(ms);
  const init = { ...options, signal: signal ? AbortSignal.any([signal, limit]) : limit };
  const response = await fetch(url, init).catch((error: unknown) => {
    throw new Unanswered('The provider did not answer.', { cause: error });
  });
  const { status, headers } = response;
  const body = await readAtMost(response, bytes);
  // These may have none (Fetch, "null body status"), not even an empty one.
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
}

/** How long a Retry-After asks to wait, in ms, at most `mostMs`: a number of seconds or a date (RFC 9110, section 10.2.3). */
export function readRetryAfter(
  header: string | null | undefined,
  now: Date,
  mostMs = Infinity,
): number | null {
  if (!header) return null;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), mostMs);
}

async function readAtMost({ body }: Response, bytesMax: number): Promise<Buffer<ArrayBuffer> | null> {
  if (!body) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      throw new Unanswered('The answer of the provider broke off.', { cause: error });
    });
    if (done) return Buffer.concat(chunks);
    length += value.length;
    if (length > bytesMax) {
      await reader.cancel();
      throw new Error('The answer of the provider is too long.');
    }
    chunks.push(value);
  }
}
