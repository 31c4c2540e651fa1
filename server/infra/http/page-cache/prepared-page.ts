import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, constants, createBrotliCompress, gzip } from 'node:zlib';

/** A page ready to be sent: the headers of each encoding are built once, the bodies when they are first requested. */

export type Coding = 'br' | 'gzip' | 'identity';

export interface PageSource {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers: Record<string, string>;
  /** The body, if it was compressed beforehand. */
  brotli?: Buffer | undefined;
}

/**
 * One encoding: its headers, alternating name and value, which `writeHead` takes without checking each, and its bytes.
 */
export interface EncodedAnswer {
  headers: string[];
  body: Buffer;
}

export interface PreparedPage {
  readonly status: number;
  /** Weak, since all encodings share it (RFC 9110, section 8.8.1). */
  readonly etag: string;
  /** Headers of a 304 and of every other response. */
  readonly headers: string[];
  readonly contentType: string;
  readonly isCompressible: boolean;
  /** At least one; the others are made from it. */
  readonly answers: Partial<Record<Coding, EncodedAnswer>>;
  /** Encodings that are being made, each once for all who wait. */
  readonly making: Partial<Record<Coding, Promise<EncodedAnswer>>>;
  /** True if it stays in memory after it was sent, so that the size of each encoding counts. */
  isKept: boolean;
}

const expandBrotli = promisify(brotliDecompress);
const compressGzip = promisify(gzip);

/** Pictures, fonts and videos are already compressed. */
const COMPRESSIBLE = /^text\/|[/+](?:json|xml|javascript)\b/;
/** Smaller responses fit into one packet either way: only what was compressed beforehand is sent so. */
export const COMPRESSED_FROM_BYTES = 1024;

/** Computes a page's ETag and headers; compresses nothing yet. */
export function preparePage(source: PageSource): PreparedPage {
  const identity = Buffer.from(source.body);
  const isWorthIt = source.brotli !== undefined || identity.length >= COMPRESSED_FROM_BYTES;
  const isCompressible = isWorthIt && COMPRESSIBLE.test(source.contentType);
  const etag = `W/"${hash('sha256', identity, 'base64url').slice(0, 22)}"`;
  const headers = Object.entries(source.headers).flat();
  headers.push('etag', etag);
  if (isCompressible) headers.push('vary', 'Accept-Encoding');
  const page: PreparedPage = {
    status: source.status,
    etag,
    headers,
    contentType: source.contentType,
    isCompressible,
    answers: {},
    making: {},
    isKept: false,
  };
  page.answers.identity = composeAnswer(page, identity, 'identity');
  if (source.brotli) page.answers.br = composeAnswer(page, source.brotli, 'br');
  return page;
}

/** The page for one browser: caches in between keep nothing. */
export function withoutKeeping(page: PreparedPage): PreparedPage {
  const change = (headers: string[]) =>
    headers.map((value, at) => (at % 2 === 1 && headers[at - 1] === 'cache-control' ? 'no-store' : value));
  const answers = Object.entries(page.answers).map(([coding, answer]) => [
    coding,
    { ...answer, headers: change(answer.headers) },
  ]);
  return {
    ...page,
    headers: change(page.headers),
    answers: Object.fromEntries(answers),
    making: {},
    isKept: false,
  };
}

function composeAnswer(page: PreparedPage, body: Buffer, coding: Coding): EncodedAnswer {
  const headers = [...page.headers, 'content-type', page.contentType, 'content-length', String(body.length)];
  if (coding !== 'identity') headers.push('content-encoding', coding);
  return { headers, body };
}

/**
 * The page in an encoding, which is made off the event loop, once for all who ask, if it does not exist yet. In libuv's
 * pool, which pictures and passwords do not use: a thread of ours would save 40 µs a page and cost 10 MB.
 */
export async function makeAnswer(page: PreparedPage, coding: Coding): Promise<EncodedAnswer> {
  const known = page.answers[coding];
  if (known) return known;
  page.making[coding] ??= encodeAnswer(page, coding).finally(() => delete page.making[coding]);
  return page.making[coding];
}

async function encodeAnswer(page: PreparedPage, coding: Coding): Promise<EncodedAnswer> {
  const identity = page.answers.identity?.body ?? (await expandBrotli(readBody(page, 'br')));
  const answer = composeAnswer(page, trimBuffer(await compressBytes(identity, coding)), coding);
  page.answers[coding] = answer;
  return answer;
}

function readBody(page: PreparedPage, coding: Coding): Buffer {
  const answer = page.answers[coding];
  if (!answer) throw new Error('A prepared page has lost its body.');
  return answer.body;
}

const SMALL_WINDOW_BITS = 16;
const SMALL_WINDOW_BYTES = 2 ** SMALL_WINDOW_BITS;
const LARGE_WINDOW_BITS = 22;

/** The level of answers that are sent once, and of a page's first readers: 12% more bytes than at the medium one, for half of its CPU. */
const LOW_LEVEL = 3;
const MEDIUM_LEVEL = 5;
const HIGHEST_LEVEL = constants.BROTLI_MAX_QUALITY;

/**
 * glibc gives blocks above 128 KB back to the system until the first one of their size has been freed: then it keeps what it has.
 * Without this one of 2 MB, each page paid for 300 KB of fresh memory, a quarter of what compressing it took.
 */
brotliCompressSync(Buffer.alloc(1), {
  params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: LARGE_WINDOW_BITS },
});

export function compressBytes(bytes: Buffer, coding: Coding): Promise<Buffer> | Buffer {
  if (coding === 'identity') return bytes;
  if (coding === 'gzip') return compressGzip(bytes, { level: 6 });
  return compressText(bytes, bytes.length <= SMALL_WINDOW_BYTES ? LOW_LEVEL : MEDIUM_LEVEL);
}

/** Replaces a page's brotli by a smaller one of the same text; its ETag stays. */
export async function compressFurther(page: PreparedPage): Promise<void> {
  const bytes = await expandBrotli(readBody(page, 'br'));
  page.answers.br = composeAnswer(page, trimBuffer(await compressText(bytes, HIGHEST_LEVEL)), 'br');
}

/** In one trip to the thread pool: `brotliCompress` takes a second one for the end, which is as dear as compressing a page. */
function compressText(bytes: Buffer, level: number): Promise<Buffer> {
  const stream = createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FINISH,
    // The result is hardly ever larger: it comes as one piece.
    chunkSize: bytes.length + 64,
    params: {
      [constants.BROTLI_PARAM_QUALITY]: level,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      // A window the size of the page: a larger one compresses no better and takes more memory and time to prepare.
      [constants.BROTLI_PARAM_LGWIN]:
        bytes.length <= SMALL_WINDOW_BYTES ? SMALL_WINDOW_BITS : LARGE_WINDOW_BITS,
    },
  });
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part)).on('error', reject);
    stream.write(bytes, (error) => {
      if (error) return reject(error);
      // All of it is there, but perhaps not all was handed out.
      while (stream.read() !== null);
      resolve(Buffer.concat(parts));
      // A stream that is destroyed within its own callback makes an error that nobody sees.
      setImmediate(() => stream.destroy());
    });
  });
}

/** zlib returns a view of a block of at least 16 KB, all of which would stay in memory. */
function trimBuffer(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const exact = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(exact);
  return exact;
}

/** True if an encoding is named, and not with weight 0, which forbids it (RFC 9110, section 12.5.3). */
const matchCoding = (coding: string) =>
  new RegExp(`(?:^|[\\s,])${coding}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i');
const ACCEPTS_BROTLI = matchCoding('br');
const ACCEPTS_GZIP = matchCoding('gzip');

/** The best encoding that an Accept-Encoding header allows. */
export function pickCoding(acceptEncoding: string): Coding {
  if (ACCEPTS_BROTLI.test(acceptEncoding)) return 'br';
  return ACCEPTS_GZIP.test(acceptEncoding) ? 'gzip' : 'identity';
}

/**
 * True if an If-None-Match header names the page: alone, in a list, weak or not, or with "*" (RFC 9110, section
 * 13.1.2).
 */
export function isNotModified({ etag, status }: PreparedPage, ifNoneMatch: string): boolean {
  if (status !== 200) return false;
  return ifNoneMatch === etag || ifNoneMatch.trim() === '*' || ifNoneMatch.includes(etag.slice(2));
}
