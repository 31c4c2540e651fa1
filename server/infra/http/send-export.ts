import { pipeline, Readable, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { Gate } from '#server/infra/gate.ts';
import type { RateLimits } from '#server/infra/http/limits/rate-limit.ts';
import { pickCoding } from '#server/infra/http/page-cache/prepared-page.ts';
import type { SignedInContext } from '#server/infra/http/request-context.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { contentDisposition } from '#shared/formats/file-names.ts';

/**
 * Files that are written while they are sent: the server reads only as fast as the client does, whatever the length.
 * A failure in the middle breaks the connection, so that half a file never looks complete.
 */

/** A client that reads nothing for this long is gone. */
const IDLE_MS = 60_000;
/** A client that reads drop by drop must not keep one of the few places. */
const LONGEST_MS = 60 * 60 * 1000;
/** Nor may it for as long as that while others wait, if it read more slowly than this for so long. */
const SLOW_BYTES_A_SECOND = 20_000;
const SLOW_MS = 20_000;
const LOOK_MS = 5_000;

/** The client of an export, and the gate that limits how many run at once. */
type ExportContext = Pick<SignedInContext, 'requester' | 'user'> & { exports: Gate; limits: RateLimits };

/** Text that is read and written for about a point of the limit, and bytes that are only passed on. */
const TEXT_A_POINT = 4_000;
const BYTES_A_POINT = 40_000;
const CHARGED_AT_ONCE = 50;

export interface ExportFile {
  fileName: string;
  type?: string;
  /** Called when the file is sent; a HEAD request sends none. */
  onSend?: () => Promise<void>;
}

/**
 * Sends text piece by piece, compressed as the client accepts it. If the first piece fails, the response is an error.
 */
export async function sendText(
  ctx: ExportContext,
  write: () => AsyncGenerator<string>,
  file: ExportFile,
): Promise<FileBody> {
  return openExport(ctx, file, async () => {
    const pieces = write();
    const first = await pieces.next();
    const charged = chargeExport(ctx, startingWith(first, pieces), TEXT_A_POINT);
    const source = Readable.from(charged, { objectMode: false });
    const [encoding, coder] = coderFor(ctx.requester.header('accept-encoding'));
    const headers = { vary: 'Accept-Encoding', ...(encoding && { 'content-encoding': encoding }) };
    if (!coder) return { body: source, headers };
    // Errors pass in both directions: to the client's connection, and to the running statement.
    pipeline(source, coder, () => {});
    return { body: coder, headers };
  });
}

/** Sends a stream of bytes in the same way as `sendText`. */
export async function sendBytes(
  ctx: ExportContext,
  open: () => Promise<Readable>,
  file: ExportFile,
): Promise<FileBody> {
  return openExport(ctx, file, async () => {
    const source = await open();
    const body = Readable.from(chargeExport(ctx, source, BYTES_A_POINT), { objectMode: false });
    body.once('close', () => source.destroy());
    return { body, headers: {} };
  });
}

/** Waits for a place, opens the file, and frees the place when the last byte is sent or the client is gone. */
async function openExport(
  ctx: ExportContext,
  { fileName, type, onSend }: ExportFile,
  open: () => Promise<{ body: Readable; headers: Record<string, string> }>,
): Promise<FileBody> {
  const leave = await ctx.exports.enter(ctx.user.id);
  try {
    const { body, headers } = await open();
    return {
      body: whileRead(body, ctx.exports, leave, onSend),
      headers: { 'content-disposition': contentDisposition(fileName), ...headers },
      ...(type === undefined ? {} : { type }),
    };
  } catch (error) {
    leave();
    throw error;
  }
}

/** Passes the pieces on, and counts their length against the account's exports. */
async function* chargeExport<Piece extends { length: number }>(
  { limits, user }: ExportContext,
  pieces: AsyncIterable<Piece>,
  aPoint: number,
): AsyncGenerator<Piece> {
  let length = 0;
  for await (const piece of pieces) {
    yield piece;
    length += piece.length;
    if (length < CHARGED_AT_ONCE * aPoint) continue;
    await limits.charge('export', user.id, length / aPoint);
    length = 0;
  }
  await limits.charge('export', user.id, length / aPoint);
}

async function* startingWith(first: IteratorResult<string>, pieces: AsyncGenerator<string>) {
  if (first.done) return;
  yield first.value;
  yield* pieces;
}

/**
 * How fast a client takes what it is sent; what writing the file takes does not count. Each stretch of `SLOW_MS` is judged by
 * itself: a fast start buys no slow rest.
 */
function createPace() {
  let bytes = 0;
  let waitedMs = 0;
  let wasSlow = false;
  let sentAt: number | null = null;
  const waiting = () => (sentAt === null ? 0 : performance.now() - sentAt);
  const isBelow = (ms: number) => bytes * 1000 < ms * SLOW_BYTES_A_SECOND;
  return {
    sent(length: number) {
      bytes += length;
      sentAt = performance.now();
    },
    taken() {
      waitedMs += waiting();
      sentAt = null;
      if (waitedMs < SLOW_MS) return;
      wasSlow = isBelow(waitedMs);
      bytes = 0;
      waitedMs = 0;
    },
    isSlow() {
      const ms = waitedMs + waiting();
      return ms < SLOW_MS ? wasSlow : isBelow(ms);
    },
  };
}

/** Passes the bytes on until the client has read none for a minute, or reads slowly while others wait. */
function whileRead(
  source: Readable,
  gate: Gate,
  leave: () => void,
  onSend: () => Promise<void> = async () => {},
): Readable {
  let idle: NodeJS.Timeout | undefined;
  const pace = createPace();
  const wait = () => {
    clearTimeout(idle);
    idle = setTimeout(() => body.destroy(new Error('The client of an export stopped reading.')), IDLE_MS);
  };
  const body = Readable.from(
    (async function* () {
      await onSend();
      for await (const chunk of source) {
        wait();
        pace.sent(chunk.length);
        yield chunk;
        pace.taken();
        clearTimeout(idle);
      }
      wait();
    })(),
    { objectMode: false },
  );
  const longest = setTimeout(() => body.destroy(new Error('An export took too long.')), LONGEST_MS);
  const slow = setInterval(() => {
    if (gate.isFull() && pace.isSlow())
      body.destroy(new Error('An export was read too slowly while others waited.'));
  }, LOOK_MS);
  body.once('close', () => {
    clearTimeout(idle);
    clearTimeout(longest);
    clearInterval(slow);
    // Also runs if the loop above never started.
    source.destroy();
    leave();
  });
  return body;
}

/** Fast rather than small: a level for text that is sent only once. */
function coderFor(acceptEncoding = ''): [string, Transform] | [null, null] {
  const coding = pickCoding(acceptEncoding);
  if (coding === 'br') {
    return [coding, createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })];
  }
  return coding === 'gzip' ? [coding, createGzip({ level: 5 })] : [null, null];
}
