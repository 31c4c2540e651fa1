import type { App } from '#server/context.ts';
import { media } from '#server/db/schema.ts';
import type { StagedBlob } from '#server/infra/blobs.ts';
import type { SmallPicture } from '#server/infra/pictures/picture-tasks.ts';
import { smallName } from '#server/media/media-names.ts';
import { type MediaType, mediaTypeOf, requireKind, wrongKind } from '#server/media/media-type.ts';
import { scrubVideo } from '#server/media/video-metadata.ts';
import { AppError } from '#shared/errors.ts';
import type { Media } from '#shared/media.ts';
import { BYTES_MAX, type MediaKind, tooLargeMessage } from '#shared/media-rules.ts';

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;
type Facts = Omit<Media, 'url' | 'bytes'> & { extension: string };

/** A file on its way in: whose it is, what it is called in a refusal, and what its first bytes say it is. */
export interface Incoming {
  ownerId: string;
  name: string;
  found: MediaType;
}

/** Checks, re-encodes and keeps a file that is in memory. `wanted` is what the slot takes. */
export async function storeBytes(
  app: App,
  bytes: Buffer,
  { wanted, ...incoming }: Omit<Incoming, 'found'> & { wanted?: MediaKind },
): Promise<Media> {
  const found = await mediaTypeOf(bytes);
  requireKind(found, wanted, incoming.name);
  return storeMedia(app, [bytes], { ...incoming, found });
}

/** Keeps a file under the hash of its content: a video as it streams by, without its descriptions, an image re-encoded. */
export async function storeMedia(app: App, bytes: Bytes, incoming: Incoming): Promise<Media> {
  const { found, name } = incoming;
  const whole = limited(bytes, name, found.kind);
  if (found.kind === 'image') return storeImage(app, whole, incoming);
  const { type, extension } = found;
  // WebM has no boxes, and browsers that record it know no place.
  const clean = extension === 'webm' ? whole : scrubVideo(whole, () => wrongKind(name, 'video'));
  const facts = { kind: 'video', type, extension, width: null, height: null } as const;
  return keep(app, await app.blobs.stage(clean), facts);
}

async function storeImage(app: App, bytes: Bytes, { ownerId, name }: Incoming): Promise<Media> {
  // Pictures that wait for their turn wait on disk.
  const raw = await app.blobs.stage(bytes);
  try {
    const request = { lane: 'upload', key: ownerId, name } as const;
    const { bytes: encoded, small, ...facts } = await app.pictures.run('fit', { file: raw.file }, request);
    return await keep(app, await app.blobs.stage([encoded]), { kind: 'image', ...facts }, small);
  } finally {
    await raw.discard();
  }
}

/** The same bytes, refused where they are more than a file of this kind may have. */
async function* limited(bytes: Bytes, name: string, kind: MediaKind): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > BYTES_MAX[kind]) throw new AppError('too_large', tooLargeMessage(name, kind));
    yield chunk;
  }
}

/** Gives a staged blob its name, the hash of its content; a file that is there already is not written again. */
async function keep(
  app: App,
  staged: StagedBlob,
  { extension, ...facts }: Facts,
  small: SmallPicture[] = [],
): Promise<Media> {
  const name = `${staged.sha256.slice(0, 32)}.${extension}`;
  const row = { ...facts, name, bytes: staged.bytes, touchedAt: app.now() };
  try {
    await staged.flush();
    // The row is locked while its blob is named, so that the sweep cannot delete the blob in between.
    await app.db.transaction(async (tx) => {
      await tx
        .insert(media)
        .values(row)
        .onConflictDoUpdate({ target: media.name, set: { touchedAt: row.touchedAt } });
      if ((await app.blobs.sizeOf(name)) !== row.bytes) await staged.keep(name);
    });
    await keepSmall(app, name, small);
  } finally {
    await staged.discard();
  }
  return { ...row, url: `/media/${name}` };
}

/** The small widths of a picture stand beside it; one that is missing is answered with the picture itself. */
export async function keepSmall(app: App, name: string, small: SmallPicture[]): Promise<void> {
  for (const { width, bytes } of small) {
    const named = smallName(name, width);
    if ((await app.blobs.sizeOf(named)) === null) await app.blobs.put(named, bytes);
  }
}
