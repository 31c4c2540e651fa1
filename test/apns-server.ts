import http2, { type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/**
 * A local server that speaks the protocol of Apple's push notification service over HTTP/2 without TLS (h2c), and can
 * refuse, fall silent or break off. Source: Apple, "Sending notification requests to APNs".
 */

export interface Message {
  token: string;
  topic: string;
  body: string;
}

/** The reaction to the next message. */
export type Mood =
  | { status: number; reason?: string; retryAfter?: string }
  | 'reset the stream'
  | 'drop the connection'
  | 'say goodbye'
  | 'say nothing'
  | 'never stop talking';

export interface ApnsServer {
  url: string;
  /** Of the messages that nothing was said to. */
  silent: http2.ServerHttp2Stream[];
  /** Every message that was taken. */
  taken: Message[];
  /** Every message that arrived. */
  seen: Message[];
  /** Tokens of devices that no longer have the pass. */
  gone: Set<string>;
  /** How the next messages are received, one each; without any, all are taken. */
  moods: Mood[];
  /** Ends all connections and takes no more, until `open`. */
  shut(): Promise<void>;
  open(): Promise<void>;
  /** How many connections are open. */
  connections(): number;
  close(): Promise<void>;
}

export async function startApnsServer(): Promise<ApnsServer> {
  const sessions = new Set<ServerHttp2Session>();
  let port = 0;
  let server = http2.createServer();

  const behave = (mood: Mood, stream: http2.ServerHttp2Stream) => {
    if (mood === 'reset the stream') return stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    if (mood === 'drop the connection') return stream.session?.destroy();
    if (mood === 'say goodbye') return stream.session?.goaway(http2.constants.NGHTTP2_NO_ERROR, 0);
    if (mood === 'say nothing') return void api.silent.push(stream);
    if (mood === 'never stop talking') {
      stream.respond({ ':status': 500 });
      const talk = () => {
        while (!stream.destroyed && stream.write('x'.repeat(16_384)));
        if (!stream.destroyed) stream.once('drain', talk);
      };
      return talk();
    }
    const { status, reason, retryAfter } = mood;
    stream.respond({ ':status': status, ...(retryAfter ? { 'retry-after': retryAfter } : {}) });
    stream.end(reason === undefined ? '' : JSON.stringify({ reason }));
  };

  const receive = (stream: http2.ServerHttp2Stream, headers: http2.IncomingHttpHeaders) => {
    stream.on('error', () => {});
    let body = '';
    stream.on('data', (chunk) => {
      body += chunk;
    });
    stream.on('end', () => {
      const token = decodeURIComponent(String(headers[':path']).replace(/^\/3\/device\//, ''));
      const message = { token, topic: String(headers['apns-topic']), body };
      api.seen.push(message);
      const mood = api.moods.shift();
      if (mood !== undefined) return behave(mood, stream);
      if (api.gone.has(token)) return behave({ status: 410, reason: 'Unregistered' }, stream);
      api.taken.push(message);
      stream.respond({ ':status': 200, 'apns-id': 'any' });
      stream.end();
    });
  };

  const api: ApnsServer = {
    url: '',
    silent: [],
    taken: [],
    seen: [],
    gone: new Set(),
    moods: [],
    connections: () => sessions.size,
    async open() {
      server = http2.createServer();
      server.on('session', (session) => {
        sessions.add(session);
        session.on('error', () => {});
        session.on('close', () => sessions.delete(session));
      });
      server.on('stream', receive);
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      port = (server.address() as AddressInfo).port;
      api.url = `http://127.0.0.1:${port}`;
    },
    async shut() {
      for (const session of sessions) session.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    close: () => api.shut(),
  };
  await api.open();
  return api;
}
