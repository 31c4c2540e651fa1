import http2 from 'node:http2';
import { readRetryAfter } from '#server/infra/fetch-within.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * Apple's push notification service over HTTP/2, for passes: an empty message to a device makes its Wallet ask for what
 * has changed. One connection, opened when there is something to say and closed when there is not. No `apns-push-type`
 * is sent: none of its values is for passes.
 */

/** How long one message may take, connecting included. */
const MESSAGE_MS = 10_000;
/** How long a connection stays open without messages. */
const IDLE_MS = 60_000;
/** Messages on their way at once; the others wait. */
const AT_ONCE_MAX = 50;
/** A refusal is a few words of JSON. */
const ANSWER_BYTES_MAX = 4096;

export type ApnsOutcome =
  | { kind: 'sent' }
  /** The device no longer has the pass: it will never be reached with this token. */
  | { kind: 'gone' }
  /** Nothing was delivered, but may be later; `waitMs` if the service says when. */
  | { kind: 'later'; reason: string; waitMs: number | null }
  /** Likewise, but what is wrong is this message: its token or, by the operator's mistake, its topic. */
  | { kind: 'refused'; reason: string; waitMs: number | null };

export interface Apns {
  /** Never rejects. */
  push(token: string): Promise<ApnsOutcome>;
  close(): void;
}

interface ApnsOptions {
  /** Origin of the service; over http:// it speaks HTTP/2 without TLS (h2c). */
  url: string;
  /** The pass type. */
  topic: string;
  /** The pass certificate, with which we identify ourselves; PEM. */
  identity: { certificate: string; key: string };
}

const refusal = z.object({ reason: z.string() });

function readReason(body: string): string {
  try {
    return refusal.parse(JSON.parse(body)).reason.slice(0, 100);
  } catch {
    // Whatever else a server sends says nothing that we act on.
    return '';
  }
}

/** Refusals that end without anybody's doing, or once the operator has renewed the certificate. */
const PASSING = [403, 408, 429];

function judgeStatus(status: number, body: string, retryAfter: string | undefined): ApnsOutcome {
  const reason = readReason(body);
  if (status === 200) return { kind: 'sent' };
  if (status === 410 || (status === 400 && reason === 'BadDeviceToken')) return { kind: 'gone' };
  const isRefusal = status >= 400 && status < 500 && !PASSING.includes(status);
  return {
    kind: isRefusal ? 'refused' : 'later',
    reason: `${status} ${reason}`.trim(),
    waitMs: readRetryAfter(retryAfter, new Date()),
  };
}

const createAway = (reason: string): ApnsOutcome => ({ kind: 'later', reason, waitMs: null });

/** Lets `AT_ONCE_MAX` run at once. */
function createGate() {
  let free = AT_ONCE_MAX;
  const waiting: (() => void)[] = [];
  return {
    async enter(): Promise<void> {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    leave(): void {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    },
  };
}

/** Sends one message; `hear` is called when the server answers, and `drop` when it has not in time. */
const sendMessage = (
  connection: http2.ClientHttp2Session,
  headers: http2.OutgoingHttpHeaders,
  { hear, drop }: Record<'hear' | 'drop', () => void>,
): Promise<ApnsOutcome> =>
  new Promise((resolve) => {
    const stream = connection.request({ ':method': 'POST', 'content-type': 'application/json', ...headers });
    const timer = setTimeout(() => {
      resolve(createAway('It did not answer in time'));
      stream.close(http2.constants.NGHTTP2_CANCEL);
      drop();
    }, MESSAGE_MS);
    let status = 0;
    let retryAfter: string | undefined;
    let body = '';
    stream.setEncoding('utf8');
    stream.on('response', (answer) => {
      hear();
      status = answer[':status'] ?? 0;
      const header = answer['retry-after'];
      retryAfter = Array.isArray(header) ? header[0] : header;
    });
    stream.on('data', (chunk: string) => {
      body += chunk;
      if (body.length > ANSWER_BYTES_MAX) stream.close(http2.constants.NGHTTP2_CANCEL);
    });
    // `close` follows in any case.
    stream.on('error', () => {});
    stream.on('close', () => {
      clearTimeout(timer);
      // The status alone decides, even if the rest of the answer breaks off.
      resolve(status === 0 ? createAway('The connection broke') : judgeStatus(status, body, retryAfter));
    });
    stream.end('{}');
  });

export function createApns({ url, topic, identity }: ApnsOptions): Apns {
  const gate = createGate();
  const { certificate: cert, key } = identity;
  let session: http2.ClientHttp2Session | undefined;
  let isClosed = false;
  let heardAt = 0;

  const drop = (broken: http2.ClientHttp2Session) => {
    if (session === broken) session = undefined;
    broken.destroy();
  };
  const open = (): http2.ClientHttp2Session => {
    if (session && !session.closed && !session.destroyed) return session;
    const opened = http2.connect(url, { cert, key, settings: { enablePush: false } });
    opened.setTimeout(IDLE_MS, () => drop(opened));
    // Each message learns of it from its own stream.
    opened.on('error', () => drop(opened));
    opened.on('close', () => drop(opened));
    opened.on('goaway', () => {
      if (session === opened) session = undefined;
      opened.close();
    });
    opened.unref();
    session = opened;
    return opened;
  };

  return {
    async push(token) {
      await gate.enter();
      try {
        if (isClosed) return createAway('This server is stopping');
        const connection = open();
        const headers = { ':path': `/3/device/${encodeURIComponent(token)}`, 'apns-topic': topic };
        const begunAt = performance.now();
        return await sendMessage(connection, headers, {
          hear: () => {
            heardAt = performance.now();
          },
          // Where others were answered meanwhile, the connection is theirs.
          drop: () => heardAt < begunAt && drop(connection),
        });
      } catch (error) {
        return createAway(error instanceof Error ? error.message : String(error));
      } finally {
        gate.leave();
      }
    },
    close() {
      isClosed = true;
      session?.destroy();
    },
  };
}
