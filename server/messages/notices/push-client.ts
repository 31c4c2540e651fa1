import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import ipaddr from 'ipaddr.js';
import type { Config } from '#server/config/config.ts';
import type { AppContext } from '#server/context.ts';
import { readRetryAfter } from '#server/infra/fetch-within.ts';
import { HELD_REASON } from '#server/infra/hold/hold.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { guardLookup, isPublicAddress, isPublicHost } from '#server/infra/public-address.ts';
import type { PushWords } from '#server/messages/notices/notice-parts.ts';
import { derivePublicKey } from '#server/messages/notices/vapid.ts';

/**
 * One message to a browser's push service (RFC 8030), encrypted for the browser (RFC 8291) and signed by us (RFC 8292).
 * The browser chose the address, so it is called as `public-address.ts` says: the answer's status is all that is read.
 */

export type WebPushOutcome =
  /** `isSlow`: others should not wait behind it. */
  | { kind: 'sent'; isSlow: boolean }
  /** The browser no longer wants messages. */
  | { kind: 'gone' }
  /** Nothing was delivered, but may be later; `waitMs` if the service says when. */
  | { kind: 'later'; reason: string; waitMs: number | null }
  /** This message will never be taken. */
  | { kind: 'refused'; reason: string; waitMs: null };

/** How long one message may take, connecting included. */
const MESSAGE_MS = 5_000;
/** A push service that takes longer is slow. */
const SLOW_MS = 1_000;

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

const removeBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
const isLocalName = (hostname: string): boolean =>
  hostname === 'localhost' || hostname.endsWith('.localhost') || isLoopback(removeBrackets(hostname));

/**
 * True if nobody but this machine can reach the product: then push services may run here, too. Behind a proxy, the
 * product listens here as well, but its public address leads elsewhere.
 */
const isLocal = ({ host, publicUrl, trustProxy }: Config): boolean =>
  isLocalName(host) && !trustProxy && (!publicUrl || isLocalName(new URL(publicUrl).hostname));

/** Which addresses an endpoint may lead to, or null if we never call it. */
export function pushReach(config: Config, endpoint: string): ((address: string) => boolean) | null {
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (username || password) return null;
  if (isLocal(config) && isLocalName(hostname) && ['http:', 'https:'].includes(protocol)) return isLoopback;
  // An empty port is the usual one, 443.
  return protocol === 'https:' && !port && isPublicHost(hostname) ? isPublicAddress : null;
}

/** Who is responsible for our messages (RFC 8292, section 2.1). */
const contactOf = (config: Config): string => {
  const origin = originOf(config);
  if (origin.startsWith('https:')) return origin;
  return `mailto:${/<(.+)>/.exec(config.mailFrom)?.[1] ?? config.mailFrom}`;
};

function judgeStatus(status: number, retryAfter: string | undefined, tookMs: number): WebPushOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', isSlow: tookMs > SLOW_MS };
  if (status === 404 || status === 410) return { kind: 'gone' };
  const reason = `It answered ${status}`;
  if (status === 429 || status === 408 || status >= 500)
    return { kind: 'later', reason, waitMs: readRetryAfter(retryAfter, new Date()) };
  return { kind: 'refused', reason, waitMs: null };
}

interface Device {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Sends one message; never rejects. The service keeps it for `leftMs` if the device is away. */
export async function sendPush(
  { config, vapidKey, hold }: Pick<AppContext, 'config' | 'vapidKey' | 'hold'>,
  { endpoint, p256dh, auth }: Device,
  { tag, ...words }: PushWords,
  { leftMs, isUrgent }: { leftMs: number; isUrgent: boolean },
): Promise<WebPushOutcome> {
  if (hold.isOn) return { kind: 'later', reason: HELD_REASON, waitMs: null };
  const mayReach = pushReach(config, endpoint);
  if (!mayReach) return { kind: 'gone' };
  // Most processes never send one, so the library is loaded with the first.
  const { default: webPush } = await import('web-push');
  // Opaque, and as short as the header must be: what it is made of is the encrypted part's business.
  const topic = createHash('sha256').update(tag).digest('base64url').slice(0, 32);
  let request: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    request = webPush.generateRequestDetails(
      { endpoint, keys: { p256dh, auth } },
      JSON.stringify({ ...words, tag: topic }),
      {
        TTL: Math.floor(leftMs / 1000),
        urgency: isUrgent ? 'high' : 'normal',
        topic,
        vapidDetails: {
          subject: contactOf(config),
          publicKey: derivePublicKey(vapidKey),
          privateKey: vapidKey.toString('base64url'),
        },
      },
    );
  } catch (error) {
    // Its keys are no point on the curve: no browser made them.
    return { kind: 'refused', reason: error instanceof Error ? error.message : String(error), waitMs: null };
  }
  return postMessage(new URL(endpoint), request, mayReach);
}

const postMessage = (
  url: URL,
  { method, headers, body }: { method: string; headers: http.OutgoingHttpHeaders; body: unknown },
  mayReach: (address: string) => boolean,
): Promise<WebPushOutcome> =>
  new Promise((resolve) => {
    const startedAt = performance.now();
    const { request } = url.protocol === 'https:' ? https : http;
    const sent = request(url, {
      method,
      headers,
      lookup: guardLookup(mayReach),
      agent: false,
      signal: AbortSignal.timeout(MESSAGE_MS),
    });
    sent.on('response', (response) => {
      const tookMs = performance.now() - startedAt;
      resolve(judgeStatus(response.statusCode ?? 0, response.headers['retry-after'], tookMs));
      response.destroy();
    });
    sent.on('upgrade', (_response, socket) => socket.destroy());
    const later = (reason: string) => resolve({ kind: 'later', reason, waitMs: null });
    sent.on('error', (error) => later(error.message));
    // The last event of every request: an answer 101 has no other.
    sent.on('close', () => later('It gave no answer'));
    sent.end(body);
  });
