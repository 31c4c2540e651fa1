import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FoundBlob } from '#server/infra/blobs/blobs.ts';

/**
 * Sends a file, or the range of it that was requested (RFC 9110, section 14); for its headers alone, nothing of it is read. The
 * whole file answers a request for a part of another version than the reply's entity tag names.
 */
export function sendRange(
  request: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
  { bytes, read }: FoundBlob,
): FastifyReply {
  reply.header('accept-ranges', 'bytes');
  // Fastify would read the whole file just to send no body; only for a stream, it keeps the length.
  if (request.method === 'HEAD') return reply.header('content-length', bytes).send(Readable.from([]));
  const { 'if-range': ifRange, range: asked } = request.headers;
  const mayBePart = ifRange === undefined || ifRange === reply.getHeader('etag');
  const range = mayBePart ? parseRange(asked, bytes) : null;
  if (range === 'unsatisfiable') return sendUnsatisfiable(reply, bytes);
  if (!range) return reply.header('content-length', bytes).send(read());
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(read(range));
}

/** No part of a file of so many bytes was asked for; nobody may keep that for what is at this address. */
const sendUnsatisfiable = (reply: FastifyReply, size: number) =>
  reply
    .status(416)
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
    .removeHeader('etag')
    .removeHeader('content-encoding')
    .send();

/**
 * The single range that was requested; null means the whole file (no range, several ranges, another unit, or an end
 * before its start).
 */
function parseRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (!match[1] && !match[2])) return null;
  if (match[1] && match[2] && Number(match[2]) < Number(match[1])) return null;
  const start = match[1] ? Number(match[1]) : Math.max(0, size - Number(match[2]));
  const end = match[1] && match[2] ? Math.min(Number(match[2]), size - 1) : size - 1;
  return start > end || start >= size ? 'unsatisfiable' : { start, end };
}
