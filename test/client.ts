import http from 'node:http';
import zlib from 'node:zlib';

/**
 * Calls the API as a browser would; without the server, which journeys need not load. By Node's own client: `fetch` takes
 * three times as much of a core, and tests make tens of thousands of calls (docs/decisions/398).
 */

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server sent and asserts on it
  body: any;
  text: string;
  bytes: Buffer;
  headers: Headers;
}

export type Client = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

const agent = new http.Agent({ keepAlive: true });
/** The headers of `fetch`, but for the codings: nobody waits for fewer bytes. */
const USUAL = { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' };

export function createClient(origin: string): Client {
  const cookies = new Map<string, string>();
  return async (method, pathname, body, headers = {}) => {
    const sent = await encode(body);
    const {
      status,
      headers: received,
      bytes,
    } = await exchange(new URL(origin + pathname), {
      method,
      bytes: sent.bytes,
      headers: {
        ...USUAL,
        ...(cookies.size ? { cookie: [...cookies.values()].join('; ') } : {}),
        ...sent.headers,
        ...headers,
      },
    });
    for (const header of received.getSetCookie()) {
      const [pair = ''] = header.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair);
    }
    const text = bytes.toString();
    const isJson = received.get('content-type')?.startsWith('application/json');
    return { status, text, bytes, headers: received, body: isJson && text ? JSON.parse(text) : null };
  };
}

interface Sent {
  bytes?: Buffer;
  headers: Record<string, string>;
}

/** A form and a text as they are; anything else as JSON. */
async function encode(body: unknown): Promise<Sent> {
  if (body === undefined) return { headers: {} };
  if (!(body instanceof FormData || typeof body === 'string'))
    return { bytes: Buffer.from(JSON.stringify(body)), headers: { 'content-type': 'application/json' } };
  const form = new Response(body);
  const type = form.headers.get('content-type') ?? '';
  return { bytes: Buffer.from(await form.arrayBuffer()), headers: { 'content-type': type } };
}

/** One request and its whole answer; of a stream, which does not end, its first piece. */
function exchange(
  url: URL,
  { method, headers, bytes }: Sent & { method: string },
): Promise<{ status: number; headers: Headers; bytes: Buffer }> {
  return new Promise((resolve, reject) => {
    const length = bytes || method.startsWith('P') ? { 'content-length': String(bytes?.length ?? 0) } : {};
    // Of a body that is announced longer than it is, another call on the connection would be a part.
    const isReusable = headers['content-length'] === undefined;
    const options = { method, agent: isReusable && agent, headers: { ...length, ...headers } };
    const request = http.request(url, options, (response) => {
      const received = new Headers();
      const { rawHeaders, statusCode = 0 } = response;
      for (let at = 0; at < rawHeaders.length; at += 2)
        received.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
      const parts: Buffer[] = [];
      const finish = () => {
        const whole = Buffer.concat(parts);
        resolve({ status: statusCode, headers: received, bytes: unpack(whole, received) });
      };
      response.on('data', (part: Buffer) => {
        parts.push(part);
        if (!url.pathname.endsWith('/stream')) return;
        finish();
        response.destroy();
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(bytes);
  });
}

const UNPACKERS: Record<string, (bytes: Buffer) => Buffer> = {
  br: zlib.brotliDecompressSync,
  gzip: zlib.gunzipSync,
  deflate: zlib.inflateSync,
};

/** Only who asked for a coding gets one; a reply to HEAD has none of its bytes. */
function unpack(bytes: Buffer, headers: Headers): Buffer {
  const unpacker = UNPACKERS[headers.get('content-encoding') ?? ''];
  return unpacker && bytes.length > 0 ? unpacker(bytes) : bytes;
}
