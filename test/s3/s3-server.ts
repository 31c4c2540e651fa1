import { randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type BucketKey, findFault } from '#test/s3/signature.ts';

/**
 * A server that speaks as much of S3 as we use, in memory, and checks every signature and the hash of every body. Of
 * those on npm, s3rver (the last release is of 2022) leaves Signature Version 4 unchecked, and fails to list for today's client.
 */

export interface S3Server {
  /** Settings of a product that has its files there. */
  env: Record<string, string>;
  /** Objects by key. */
  objects: Map<string, Buffer>;
  /** Calls so far, like `GET media/a.jpg`. */
  calls: string[];
  /** Ends the server, and every connection with it. */
  away(): Promise<void>;
  /** Starts it again at the same place. */
  back(): Promise<void>;
  /** While true, it accepts calls and answers none. */
  hangs: boolean;
  /** Calls that it refuses, as in `calls`. */
  refused: RegExp | null;
  /** Calls that it leaves in the middle, without an end: of what is read, the beginning arrives. */
  stalled: RegExp | null;
  /** A call whose connection it breaks in the middle, once. */
  broken: RegExp | null;
  /** Answers a call otherwise than S3, if it returns true; `object` is what the key has. */
  instead: ((called: string, response: ServerResponse, object: Buffer) => boolean) | null;
}

export const S3_KEY: BucketKey = {
  accessKeyId: 'GOLDLEAFTEST',
  secretAccessKey: 'a secret/of+the bucket',
  region: 'eu-test-1',
};
const BUCKET = 'goldleaf-test';

/** Starts a server with one bucket, below a prefix of its own. */
export async function startS3Server(): Promise<S3Server> {
  const prefix = 'some/where';
  const store: Store = { objects: new Map(), uploads: new Map() };
  const calls: string[] = [];
  const server = http.createServer((request, response) => void answer(request, response));
  const s3: S3Server = {
    env: {
      MEDIA_STORE: 's3',
      SMTP_URL: 'smtp://127.0.0.1:9',
      S3_BUCKET: BUCKET,
      S3_PREFIX: prefix,
      S3_REGION: S3_KEY.region,
      S3_ACCESS_KEY_ID: S3_KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: S3_KEY.secretAccessKey,
    },
    objects: store.objects,
    calls,
    hangs: false,
    refused: null,
    stalled: null,
    broken: null,
    instead: null,
    async away() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
    back: () => new Promise((resolve) => server.listen(port, '127.0.0.1', resolve)),
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(request).catch(() => null);
    if (!body || s3.hangs) return;
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://host');
    const [, bucket, ...rest] = decodeURIComponent(pathname).split('/');
    const key = rest.join('/');
    const called = `${request.method} ${key.replace(`${prefix}/`, '')}`.trim();
    calls.push(called);
    if (s3.refused?.test(called)) return refuse(response, 'AccessDenied');
    if (s3.instead?.(called, response, store.objects.get(key) ?? Buffer.alloc(0))) return;
    if (s3.broken?.test(called) || s3.stalled?.test(called)) {
      // Of what is read, the beginning arrives.
      if (request.method === 'GET') sendHalf(store.objects.get(key) ?? Buffer.alloc(1_000), response);
      if (!s3.broken?.test(called)) return;
      s3.broken = null;
      setTimeout(() => response.destroy(), 50);
      return;
    }
    const fault = findFault(request, body, S3_KEY) ?? (bucket === BUCKET ? null : 'NoSuchBucket');
    if (fault) return refuse(response, fault);
    const call = {
      method: request.method ?? '',
      key,
      query: searchParams,
      body,
      range: request.headers.range,
    };
    reply(store, call, response);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  s3.env.S3_ENDPOINT = `http://127.0.0.1:${port}`;
  return s3;
}

interface Store {
  objects: Map<string, Buffer>;
  uploads: Map<string, Map<number, Buffer>>;
}

interface Call {
  method: string;
  key: string;
  query: URLSearchParams;
  body: Buffer;
  range: string | undefined;
}

const STATUS: Record<string, number> = {
  NoSuchBucket: 404,
  NoSuchKey: 404,
  SlowDown: 503,
  AuthorizationHeaderMalformed: 400,
};

export function refuse(response: ServerResponse, code: string): void {
  const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  response.writeHead(STATUS[code] ?? 403, { 'content-type': 'application/xml' }).end(text);
}

function reply(store: Store, call: Call, response: ServerResponse): void {
  const { method, key, query } = call;
  const xml = (text: string) =>
    response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${text}`);
  if (query.get('list-type')) return void xml(listObjects(store, query));
  if (query.has('uploads') || query.has('uploadId')) {
    replyInParts(store, call, response, xml);
    return;
  }
  const object = store.objects.get(key);
  if (method === 'PUT') {
    store.objects.set(key, call.body);
    response.writeHead(200, { etag: '"x"' }).end();
  } else if (method === 'DELETE') {
    store.objects.delete(key);
    response.writeHead(204).end();
  } else if (!object) refuse(response, 'NoSuchKey');
  else if (method === 'HEAD') response.writeHead(200, { 'content-length': object.length }).end();
  else sendObject(object, call.range, response);
}

function sendHalf(object: Buffer, response: ServerResponse): void {
  response.writeHead(200, { 'content-length': object.length }).write(object.subarray(0, object.length / 2));
}

function sendObject(object: Buffer, range: string | undefined, response: ServerResponse): void {
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
  if (from === undefined)
    return void response.writeHead(200, { 'content-length': object.length }).end(object);
  const part = object.subarray(Number(from), Number(to) + 1);
  const place = `bytes ${from}-${Number(from) + part.length - 1}/${object.length}`;
  response.writeHead(206, { 'content-length': part.length, 'content-range': place }).end(part);
}

function listObjects({ objects }: Store, query: URLSearchParams): string {
  const [prefix, after, max] = ['prefix', 'continuation-token', 'max-keys'].map((name) => query.get(name));
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(prefix ?? '') && key > (after ?? ''))
    .sort();
  const page = keys.slice(0, Number(max ?? 1000));
  const isCut = page.length < keys.length;
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)?.length}</Size></Contents>`,
  );
  const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

/** Multipart uploads. */
function replyInParts(
  { objects, uploads }: Store,
  { method, key, query, body }: Call,
  response: ServerResponse,
  xml: (text: string) => void,
): void {
  const id = query.get('uploadId') ?? randomUUID();
  const parts = uploads.get(id) ?? new Map<number, Buffer>();
  uploads.set(id, parts);
  if (query.has('uploads')) {
    xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  } else if (method === 'PUT') {
    parts.set(Number(query.get('partNumber')), body);
    response.writeHead(200, { etag: `"${query.get('partNumber')}"` }).end();
  } else {
    uploads.delete(id);
    if (method === 'POST')
      objects.set(key, Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part)));
    xml('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
  }
}
