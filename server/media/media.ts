import { createHash } from 'node:crypto';
import type { MultipartFile } from '@fastify/multipart';
import { and, lt, notExists, sql } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import type { App, UserContext } from '#server/context.ts';
import { cardMedia, media } from '#server/db/schema.ts';
import { endedEarly } from '#server/infra/http/serve.ts';
import { IMAGE_QUALITY, IMAGE_SIDE_MAX } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { BYTES_MAX, type Media, type MediaKind, tooLargeMessage, wrongKindMessage } from '#shared/media.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A picture that unpacks to more than this is an attack on our memory. */
const PIXELS_MAX = 50_000_000;

const IMAGE_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/avif',
  'image/heic',
  'image/heif',
  'image/tiff',
]);
const VIDEO_TYPES: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/x-m4v': 'mp4',
};

interface Prepared {
  kind: MediaKind;
  type: string;
  extension: string;
  bytes: Buffer;
  width: number | null;
  height: number | null;
}

/** Stores one uploaded file; the server decides by its content what it is. */
export async function uploadMedia(
  ctx: UserContext,
  { query, body: part }: { query: { kind?: MediaKind | undefined }; body: MultipartFile },
): Promise<Media> {
  const name = part.filename || 'This file';
  const bytes = await part.toBuffer().catch(() => {
    throw endedEarly();
  });
  return storeMedia(ctx, bytes, name, query.kind);
}

/** Checks, re-encodes and keeps a file under the hash of its content. `wanted` is what the slot takes. */
export async function storeMedia(app: App, bytes: Buffer, name: string, wanted?: MediaKind): Promise<Media> {
  const prepared = await prepare(bytes, name, wanted);
  const hash = createHash('sha256').update(prepared.bytes).digest('hex').slice(0, 32);
  const row = {
    name: `${hash}.${prepared.extension}`,
    kind: prepared.kind,
    type: prepared.type,
    bytes: prepared.bytes.length,
    width: prepared.width,
    height: prepared.height,
    touchedAt: app.now(),
  };
  // The row is locked while its blob is written, so that the sweep cannot delete the blob in between.
  await app.db.transaction(async (tx) => {
    await tx
      .insert(media)
      .values(row)
      .onConflictDoUpdate({ target: media.name, set: { touchedAt: row.touchedAt } });
    if ((await app.blobs.sizeOf(row.name)) !== row.bytes) await app.blobs.put(row.name, prepared.bytes);
  });
  return { ...row, url: `/media/${row.name}` };
}

async function prepare(bytes: Buffer, name: string, wanted: MediaKind | undefined): Promise<Prepared> {
  const found = await fileTypeFromBuffer(bytes);
  const extension = found ? VIDEO_TYPES[found.mime] : undefined;
  const kind = found && IMAGE_TYPES.has(found.mime) ? 'image' : extension ? 'video' : null;
  if (!kind || (wanted && kind !== wanted)) {
    throw new AppError('unsupported_type', wrongKindMessage(name, wanted ?? 'image'));
  }
  if (bytes.length > BYTES_MAX[kind]) throw new AppError('too_large', tooLargeMessage(name, kind));
  if (kind === 'image') return prepareImage(bytes, name);
  return { kind, type: found?.mime ?? '', extension: extension ?? '', bytes, width: null, height: null };
}

/** At most 800 px a side, upright, without metadata: where a photo was taken stays with its owner. */
async function prepareImage(bytes: Buffer, name: string): Promise<Prepared> {
  const options = { limitInputPixels: PIXELS_MAX, failOn: 'error' } as const;
  try {
    const { hasAlpha } = await sharp(bytes, options).metadata();
    const fitted = sharp(bytes, options)
      .rotate()
      .resize(IMAGE_SIDE_MAX, IMAGE_SIDE_MAX, { fit: 'inside', withoutEnlargement: true });
    const encoded = hasAlpha
      ? fitted.webp({ quality: IMAGE_QUALITY * 100 + 10 })
      : fitted.jpeg({ quality: IMAGE_QUALITY * 100, mozjpeg: true });
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const [type, extension] = hasAlpha ? ['image/webp', 'webp'] : ['image/jpeg', 'jpg'];
    return { kind: 'image', type, extension, bytes: data, width: info.width, height: info.height };
  } catch {
    throw new AppError('invalid', `Could not process ${name}. Please try a different image.`);
  }
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
