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
import { sendRange } from '#server/infra/http/send-range.ts';
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
  const { name, type, found } = await findFile(app, request);
  const isStandIn = name !== request.params.name;
  const headers = {
    'content-type': type,
    // The original sent in place of a small width that does not exist yet must not be cached for good.
    'cache-control': isStandIn ? 'public, max-age=300' : 'public, max-age=31536000, immutable',
    etag: `"${name}"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-site',
  };
  reply.headers(headers);
  if (request.headers['if-none-match']?.includes(name)) return reply.status(304).send();
  const isWhole = request.method === 'GET' && request.headers.range === undefined;
  if (!isWhole || isStandIn || !app.smallMedia.takes(found.bytes)) return sendRange(request, reply, found);
  const bytes = await buffer(found.read());
  app.smallMedia.keep(name, bytes, { ...headers, 'accept-ranges': 'bytes' });
  return reply.header('accept-ranges', 'bytes').send(bytes);
}

const fileGone = () => new AppError('not_found', 'This file doesn’t exist or was removed.');

/** The file with this name; for a small width that does not exist yet, the original picture. */
async function findFile(
  app: AppContext,
  { method, params: { name: asked } }: FastifyRequest<{ Params: { name: string } }>,
): Promise<{ name: string; type: string; found: FoundBlob }> {
  const originals = listOriginals(asked);
  if (app.blobs.isRemote && !(await mayExist(app, originals.length > 0 ? originals : [asked])))
    throw fileGone();
  for (const name of [asked, ...originals]) {
    const type = typeOfName(name);
    if (type === undefined) continue;
    const found = await (method === 'HEAD' ? measureFile(app, name) : app.blobs.find(name));
    if (found) return { name, type, found };
  }
  throw fileGone();
}

/** Where files are in a bucket, one that is found is already on its way from there. */
async function measureFile({ blobs }: AppContext, name: string): Promise<FoundBlob | null> {
  const bytes = await blobs.sizeOf(name);
  return bytes === null ? null : { bytes, read: (range) => blobs.read(name, range) };
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
