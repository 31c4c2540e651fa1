import type { MultipartFile } from '@fastify/multipart';
import { and, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { App, UserContext } from '#server/context.ts';
import { cardMedia, media } from '#server/db/schema.ts';
import type { StagedBlob } from '#server/infra/blobs.ts';
import { endedEarly } from '#server/infra/http/serve.ts';
import { encodeImage } from '#server/media/image.ts';
import { mediaTypeOf, requireKind } from '#server/media/media-type.ts';
import { withoutDescriptions } from '#server/media/video-metadata.ts';
import { AppError } from '#shared/errors.ts';
import type { Media } from '#shared/media.ts';
import { BYTES_MAX, type MediaKind, tooLargeMessage } from '#shared/media-rules.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Where the type of a video shows; types of images may need all of their bytes. */
const HEAD_BYTES = 16 * 1024;

type Facts = Omit<Media, 'url' | 'bytes'> & { extension: string };

/** Stores one uploaded file; the server decides by its content what it is. A video streams through, an image is re-encoded. */
export async function uploadMedia(
  ctx: UserContext,
  { query, body: part }: { query: { kind?: MediaKind | undefined }; body: MultipartFile },
): Promise<Media> {
  const name = part.filename || 'This file';
  const chunks = arriving(part.file);
  try {
    const head = await take(chunks, HEAD_BYTES);
    const found = await mediaTypeOf(head);
    if (found?.kind === 'video') {
      requireKind('video', query.kind, name);
      return await storeVideo(ctx, limited(head, chunks, name), found);
    }
    // One byte more than allowed tells that it is too large.
    const rest = await take(chunks, BYTES_MAX.image + 1 - head.length);
    return await storeMedia(ctx, Buffer.concat([head, rest]), name, query.kind);
  } catch (error) {
    // Browsers hear a refusal only when they have sent everything.
    await drain(chunks).catch(() => {});
    throw error;
  }
}

type Chunks = AsyncIterableIterator<Buffer>;

/** The chunks of an upload; one that breaks off is refused in our words. A loop that leaves early does not end it. */
function arriving(stream: AsyncIterable<Buffer>): Chunks {
  const chunks = stream[Symbol.asyncIterator]();
  return {
    next: () =>
      chunks.next().catch(() => {
        throw endedEarly();
      }),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Reads on until there are `length` bytes, or fewer at the end; the rest stays to be read. */
async function take(chunks: Chunks, length: number): Promise<Buffer> {
  const taken: Buffer[] = [];
  for (let missing = length; missing > 0; ) {
    const next = await chunks.next();
    if (next.done) break;
    taken.push(next.value);
    missing -= next.value.length;
  }
  return Buffer.concat(taken);
}

/** Reads to the end for nothing. */
async function drain(chunks: Chunks): Promise<void> {
  while (!(await chunks.next()).done);
}

async function* limited(head: Buffer, rest: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  let length = head.length;
  yield head;
  for await (const chunk of rest) {
    length += chunk.length;
    if (length > BYTES_MAX.video) throw new AppError('too_large', tooLargeMessage(name, 'video'));
    yield chunk;
  }
}

const storeVideo = async (
  app: App,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { type, extension }: { type: string; extension: string },
): Promise<Media> => {
  // WebM has no boxes, and browsers that record it know no place.
  const scrubbed = extension === 'webm' ? chunks : withoutDescriptions(chunks);
  const facts = { kind: 'video', type, extension, width: null, height: null } as const;
  return keep(app, await app.blobs.stage(scrubbed), facts);
};

/** Checks, re-encodes and keeps a file under the hash of its content. `wanted` is what the slot takes. */
export async function storeMedia(app: App, bytes: Buffer, name: string, wanted?: MediaKind): Promise<Media> {
  const found = await mediaTypeOf(bytes);
  requireKind(found?.kind, wanted, name);
  const kind = found?.kind ?? 'image';
  if (bytes.length > BYTES_MAX[kind]) throw new AppError('too_large', tooLargeMessage(name, kind));
  if (found?.kind === 'video') return storeVideo(app, [bytes], found);
  const { bytes: encoded, ...facts } = await encodeImage(bytes, name);
  return keep(app, await app.blobs.stage([encoded]), { kind: 'image', ...facts });
}

/** Gives a staged blob its name, the hash of its content; a file that is there already is not written again. */
async function keep(app: App, staged: StagedBlob, { extension, ...facts }: Facts): Promise<Media> {
  const name = `${staged.sha256.slice(0, 32)}.${extension}`;
  const row = { ...facts, name, bytes: staged.bytes, touchedAt: app.now() };
  try {
    // The row is locked while its blob is written, so that the sweep cannot delete the blob in between.
    await app.db.transaction(async (tx) => {
      await tx
        .insert(media)
        .values(row)
        .onConflictDoUpdate({ target: media.name, set: { touchedAt: row.touchedAt } });
      if ((await app.blobs.sizeOf(name)) !== row.bytes) await staged.keep(name);
    });
  } finally {
    await staged.discard();
  }
  return { ...row, url: `/media/${name}` };
}

/** All bytes of a stored file, or null when there is none. */
export async function readBlob(app: App, name: string): Promise<Buffer | null> {
  if ((await app.blobs.sizeOf(name)) === null) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of app.blobs.read(name)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Deletes what no card has shown for a day; answers how many files went. */
export async function sweepMedia(app: App): Promise<number> {
  const dayAgo = new Date(app.now().getTime() - DAY_MS);
  const isUnused = notExists(
    app.db.select({ one: sql`1` }).from(cardMedia).where(sql`${cardMedia.mediaName} = ${media.name}`),
  );
  return app.db.transaction(async (tx) => {
    const swept = await tx
      .delete(media)
      .where(and(lt(media.touchedAt, dayAgo), isUnused))
      .returning({ name: media.name });
    for (const { name } of swept) await app.blobs.delete(name);
    return swept.length;
  });
}

/** Deletes files that no row names, as a process killed in an upload leaves them; answers how many went. */
export async function sweepOrphans(app: App): Promise<number> {
  const names = await app.blobs.writtenBefore(new Date(app.now().getTime() - DAY_MS));
  if (names.length === 0) return 0;
  return app.db.transaction(async (tx) => {
    // Uploads wait: one that finds its file here already must not lose it a moment later.
    await tx.execute(sql`lock table ${media} in share row exclusive mode`);
    const rows = await tx.select({ name: media.name }).from(media).where(inArray(media.name, names));
    const known = new Set(rows.map(({ name }) => name));
    const orphans = names.filter((name) => !known.has(name));
    for (const name of orphans) await app.blobs.delete(name);
    return orphans.length;
  });
}
