import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { importMedia } from '#server/cards/media/import-media.ts';
import { listOriginals, typeOfName } from '#server/cards/media/media-names.ts';
import { requirePlace, uploadMedia } from '#server/cards/media/upload-media.ts';
import type { AppContext } from '#server/context.ts';
import { hasNoAnswer } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import type { FoundBlob } from '#server/infra/blobs/blobs.ts';
import { serve } from '#server/infra/http/serve.ts';
import { mediaEndpoints } from '#shared/cards/media.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Uploads, and `/media/{name}`: immutable, with byte ranges (RFC 9110, section 14), and unable to run scripts. */
export function mediaRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, mediaEndpoints.upload, uploadMedia, { check: requirePlace });
  serve(server, app, mediaEndpoints.import, (ctx, input) => importMedia(ctx, input), {
    check: requirePlace,
  });
  server.get<{ Params: { name: string } }>('/media/:name', (request, reply) =>
    sendMedia(app, request, reply),
  );
}

/** The policy of the document that a browser creates around a file opened directly: enough to display it, and no script. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox";

async function sendMedia(
  app: AppContext,
  request: FastifyRequest<{ Params: { name: string } }>,
  reply: FastifyReply,
) {
  const { name, type, found } = await findFile(app, request.params.name);
  const size = found.bytes;
  const isStandIn = name !== request.params.name;
  const headers = {
    'content-type': type,
    // The original sent in place of a small width that does not exist yet must not be cached for good.
    'cache-control': isStandIn ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
    etag: `"${name}"`,
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-site',
  };
  reply.headers(headers);
  if (request.headers['if-none-match']?.includes(name)) return reply.status(304).send();
  // Fastify would read the whole file just to send no body; only for a stream, it keeps the length.
  if (request.method === 'HEAD') return reply.header('content-length', size).send(Readable.from([]));
  const range = parseRange(request.headers.range, size);
  if (range === 'unsatisfiable') return sendUnsatisfiable(reply, size);
  if (!range && !isStandIn && app.smallMedia.takes(size)) {
    const bytes = await buffer(found.read());
    app.smallMedia.keep(name, bytes, headers);
    return reply.send(bytes);
  }
  if (!range) return reply.header('content-length', size).send(found.read());
  reply.header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  return reply
    .status(206)
    .header('content-length', range.end - range.start + 1)
    .send(found.read(range));
}

const fileGone = () => new AppError('not_found', 'This file doesn’t exist or was removed.');

/** The file with this name; for a small width that does not exist yet, the original picture. */
async function findFile(
  app: AppContext,
  asked: string,
): Promise<{ name: string; type: string; found: FoundBlob }> {
  const originals = listOriginals(asked);
  if (app.blobs.isRemote && !(await mayExist(app, originals.length > 0 ? originals : [asked])))
    throw fileGone();
  for (const name of [asked, ...originals]) {
    const type = typeOfName(name);
    const found = type === undefined ? null : await app.blobs.find(name);
    if (type !== undefined && found) return { name, type, found };
  }
  throw fileGone();
}

/** False if no row names these: strangers who guess must not cost a call each. */
async function mayExist({ readDb }: AppContext, names: string[]): Promise<boolean> {
  try {
    return (await readDb.$count(media, inArray(media.name, names))) > 0;
  } catch (error) {
    if (hasNoAnswer(error)) return true;
    throw error;
  }
}

/** No part of a file of so many bytes was asked for; nobody may keep that for what is at this address. */
export const sendUnsatisfiable = (reply: FastifyReply, size: number) =>
  reply
    .status(416)
    .headers({ 'content-range': `bytes */${size}`, 'cache-control': 'no-store' })
    .removeHeader('etag')
    .send();

/**
 * The single range that was requested; null means the whole file (no range, several ranges, another unit, or an end
 * before its start).
 */
export function parseRange(
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
