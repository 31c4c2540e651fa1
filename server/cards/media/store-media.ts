import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { smallName } from '#server/cards/media/media-names.ts';
import { holdUpload, lockHolder } from '#server/cards/media/media-owners.ts';
import {
  detectMediaType,
  HEAD_BYTES,
  type MediaType,
  requireKind,
  wrongKind,
} from '#server/cards/media/media-type.ts';
import type { QuotaHolder } from '#server/cards/media/quota.ts';
import { scrubVideo } from '#server/cards/media/video-metadata.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { isOutOfTime } from '#server/db/open.ts';
import { media } from '#server/db/schema/cards.ts';
import type { StagedBlob } from '#server/infra/blobs/blobs.ts';
import type { SmallPicture } from '#server/infra/pictures/picture-tasks.ts';
import type { TaskRequest } from '#server/infra/tasks/task-queue.ts';
import type { Media } from '#shared/cards/media.ts';
import { BYTES_MAX, type MediaKind, tooLargeMessage } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';

type Bytes = AsyncIterable<Buffer> | Iterable<Buffer>;
type MediaRow = Omit<typeof media.$inferSelect, 'isWriting' | 'deletingUntil'>;
type Facts = Omit<Media, 'url' | 'bytes'> & { extension: string };

/** An incoming file: its owner, its name in error messages, and its type according to its first bytes. */
export interface Incoming {
  holder: QuotaHolder;
  name: string;
  found: MediaType;
  /** Told what decoding it cost: for what somebody uploads, not for what a job stores. */
  charge?: TaskRequest['charge'];
}

/** Counts the cost of decoding against the uploads of the account. */
export const chargeUpload =
  ({ limits, user }: UserContext) =>
  (cpuMs: number) =>
    limits.charge('upload', user.id, cpuMs);

/** Checks, re-encodes and stores a file that is in memory. `wanted` is the kind that the slot takes. */
export async function storeBytes(
  app: AppContext,
  bytes: Buffer,
  { wanted, ...incoming }: Omit<Incoming, 'found'> & { wanted?: MediaKind },
): Promise<Media> {
  const found = await detectMediaType(bytes);
  requireKind(found, wanted, incoming.name);
  return storeMedia(app, [bytes], { ...incoming, found });
}

/** Likewise for a file that was staged as it arrived; the caller discards the staged file. */
export async function storeStaged(
  app: AppContext,
  { file, bytes }: Pick<StagedBlob, 'file' | 'bytes'>,
  { wanted, ...incoming }: Omit<Incoming, 'found'> & { wanted: MediaKind },
): Promise<Media> {
  const found = await detectMediaType(await readHead(file));
  requireKind(found, wanted, incoming.name);
  if (bytes > BYTES_MAX[found.kind]) {
    throw new AppError('too_large', tooLargeMessage(incoming.name, found.kind));
  }
  if (found.kind === 'image') return fitImage(app, file, { ...incoming, found });
  return storeMedia(app, createReadStream(file), { ...incoming, found });
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await fs.open(file);
  const { buffer, bytesRead } = await handle
    .read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    .finally(() => handle.close());
  return buffer.subarray(0, bytesRead);
}

/**
 * Stores a file under the hash of its content: a video is streamed without its descriptions, an image is re-encoded
 * (docs/decisions/040).
 */
export async function storeMedia(app: AppContext, bytes: Bytes, incoming: Incoming): Promise<Media> {
  const { found, name } = incoming;
  const whole = limitBytes(bytes, name, found.kind);
  if (found.kind === 'image') return storeImage(app, whole, incoming);
  const { type, extension } = found;
  // WebM has no boxes, and the browsers that record it do not know the location.
  const clean = extension === 'webm' ? whole : scrubVideo(whole, () => wrongKind(name, 'video'));
  const facts = { kind: 'video', type, extension, width: null, height: null } as const;
  return keepMedia(app, await app.blobs.stage(clean), facts, incoming.holder);
}

async function storeImage(app: AppContext, bytes: Bytes, incoming: Incoming): Promise<Media> {
  // Pictures waiting for their turn wait on disk.
  const raw = await app.blobs.stage(bytes);
  try {
    return await fitImage(app, raw.file, incoming);
  } finally {
    await raw.discard();
  }
}

async function fitImage(app: AppContext, file: string, { holder, name, charge }: Incoming): Promise<Media> {
  const request = { lane: 'upload', key: holder.userId, name, ...(charge ? { charge } : {}) } as const;
  const { bytes, small, ...facts } = await app.pictures.run('fit', { file }, request);
  const staged = await app.blobs.stage([bytes]);
  return keepMedia(app, staged, { kind: 'image', ...facts }, holder, small);
}

/** Passes the bytes on; throws once they exceed the maximum for this kind of file. */
export async function* limitBytes(bytes: Bytes, name: string, kind: MediaKind): AsyncGenerator<Buffer> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    if (length > BYTES_MAX[kind]) throw new AppError('too_large', tooLargeMessage(name, kind));
    yield chunk;
  }
}

/**
 * Names a staged blob by the hash of its content and counts it against its holder; an existing file is not written
 * again. Its row comes first, so that the sweep knows what a killed process leaves.
 */
async function keepMedia(
  app: AppContext,
  staged: StagedBlob,
  { extension, ...facts }: Facts,
  holder: QuotaHolder,
  small: SmallPicture[] = [],
): Promise<Media> {
  const name = `${staged.sha256.slice(0, 32)}.${extension}`;
  const isShrunk = small.length > 0;
  const row = { ...facts, name, bytes: staged.bytes, touchedAt: app.now(), isShrunk };
  const files = [{ name, staged }];
  try {
    for (const { width, bytes } of small) {
      files.push({ name: smallName(name, width), staged: await app.blobs.stage([bytes]) });
    }
    for (const file of files) await file.staged.flush();
    const leave = await app.keeps.enter(holder.userId);
    try {
      const mustWrite = await claimMedia(app, row);
      for (const { name: file, staged: one } of files)
        if (mustWrite || (await app.blobs.sizeOf(file)) !== one.bytes) await one.keep(file);
    } finally {
      leave();
    }
    await holdWritten(app, holder, row);
  } finally {
    for (const file of files) await file.staged.discard();
  }
  return { ...row, url: `/media/${name}` };
}

/** A sweep deletes a file within seconds; one that lost its database is waited for in vain. */
const CLAIM_MS = 10_000;
const CLAIM_EVERY_MS = 500;

const tooLong = () =>
  new AppError('unavailable', 'Saving this file took too long. Please try again.', { retryAfter: 5 });

/**
 * Touched, it is left alone by the sweep for an hour while it is written, and for a day once it is there. Returns true
 * unless a row says that its files are there: an upload or a sweep may have ended in the middle.
 */
async function claimMedia({ db }: AppContext, row: MediaRow): Promise<boolean> {
  const { kind, type, bytes, width, height, touchedAt } = row;
  // A row of the sweep of files that no row names knows nothing but the name.
  const set = { kind, type, bytes, width, height, touchedAt };
  const setWhere = sql`coalesce(${media.deletingUntil} < now(), true)`;
  for (const until = performance.now() + CLAIM_MS; performance.now() < until; await sleep(CLAIM_EVERY_MS)) {
    const [claimed] = await db
      .insert(media)
      .values({ ...row, isShrunk: false, isWriting: true })
      .onConflictDoUpdate({ target: media.name, set, setWhere })
      .returning({ isWriting: media.isWriting })
      .catch((error: unknown) => {
        // A sweep holds the row for longer than a statement waits.
        if (isOutOfTime(error)) return [];
        throw error;
      });
    if (claimed) return claimed.isWriting;
  }
  throw tooLong();
}

async function holdWritten({ db }: AppContext, holder: QuotaHolder, row: MediaRow): Promise<void> {
  const { name, touchedAt, isShrunk } = row;
  await db.transaction(async (tx) => {
    await lockHolder(tx, holder.userId);
    const [written] = await tx
      .update(media)
      .set({ touchedAt, isWriting: false, deletingUntil: null, ...(isShrunk ? { isShrunk } : {}) })
      .where(eq(media.name, name))
      .returning({ name: media.name });
    // It took longer than the sweep waits.
    if (!written) throw tooLong();
    await holdUpload(tx, holder, row, touchedAt);
  });
}

/** Adds small widths to a picture that is already stored; until one exists, the picture itself is sent in its place. */
export async function keepSmall(app: AppContext, name: string, small: SmallPicture[]): Promise<void> {
  for (const { width, bytes } of small) await app.blobs.put(smallName(name, width), bytes);
}
