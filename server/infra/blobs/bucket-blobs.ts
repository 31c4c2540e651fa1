import { createWriteStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeFolder } from '#server/config/make-folder.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type Blobs, type ByteRange, type FoundBlob, requireBlobName } from './blobs.ts';
import type { Bucket } from './bucket.ts';
import { BucketError } from './bucket-errors.ts';
import type { BucketFigures } from './bucket-figures.ts';
import type { Fetched } from './copy-under-way.ts';
import { BELIEVED_MS, type DiskCache } from './disk-cache.ts';
import type { KeptFiles } from './kept-files.ts';
import { createStaging, listWrittenBefore } from './staging.ts';

/** Blobs as objects of a bucket, with copies on this machine. */

export interface BucketBlobsParts {
  bucket: Bucket;
  /** The beginning of the keys. */
  folder: string;
  /** For what is being written. */
  stagingFolder: string;
  space: FreeSpace;
  cache: DiskCache;
  figures: Pick<BucketFigures, 'reads'>;
  /** Null where other rows name each file before it is written, and until after it is deleted. */
  kept: KeptFiles | null;
  /** Where files were before they were moved to the bucket, and those still are that have not been. */
  before: Blobs | null;
}

export interface BucketBlobs extends Blobs {
  /** Removes from this machine what is not needed any more. */
  tidy(): Promise<void>;
}

export function openBucketBlobs(parts: BucketBlobsParts): BucketBlobs {
  const { bucket, folder, stagingFolder, space, cache, kept, before } = parts;
  makeFolder(stagingFolder);
  const keyOf = (name: string) => `${folder}/${requireBlobName(name)}`;
  const finder = createFinder(parts, keyOf);

  const upload = async (name: string, sent: { file: string; sha256?: string | undefined }) => {
    await kept?.note(name);
    await bucket.put(keyOf(name), sent);
  };
  const staging = createStaging({
    ...{ folder: stagingFolder, space },
    // The bucket keeps it.
    flush: async () => {},
    async keep(name, file, sha256) {
      await upload(name, { file, sha256 });
      // Somebody most likely looks at it soon.
      await cache.adopt(name, file).catch(() => {});
    },
    async localCopy(name, scratch) {
      const file = scratch();
      if ((await cache.find(name)) && (await linked(cache, name, file))) return file;
      await pipeline(finder.read(name), createWriteStream(file));
      return file;
    },
  });
  return {
    isRemote: true,
    ...staging,
    sizeOf: finder.sizeOf,
    find: finder.find,
    read: finder.read,
    async delete(name) {
      if (name.startsWith('.'))
        return fs.rm(path.join(stagingFolder, requireBlobName(name)), { force: true });
      // First, so that a move that goes on does not take it for one that is still there.
      await before?.delete(name);
      try {
        await bucket.delete(keyOf(name));
      } catch (error) {
        if (kept && error instanceof BucketError) return; // Its row stays, and the sweep comes back to it.
        throw error;
      }
      await cache.forget(name);
      await kept?.forget(name);
    },
    copyTo: (other, name) => staging.withLocal(async (local) => other.adopt(name, await local.read(name))),
    async adopt(name, file) {
      if ((await finder.sizeOf(name)) === null) await upload(name, { file });
    },
    async *writtenBefore(moment) {
      yield* listWrittenBefore(stagingFolder, moment);
      if (kept) yield* kept.listBefore(moment);
    },
    async tidy() {
      await cache.tidy();
      await removeOld(stagingFolder);
    },
  };
}

/** Removes what killed processes left behind. */
async function removeOld(folder: string): Promise<void> {
  for await (const names of listWrittenBefore(folder, new Date(Date.now() - DAY_MS)))
    for (const name of names) await fs.rm(path.join(folder, name), { force: true });
}

/** A copy that another process removes in this moment is fetched again. */
const linked = (cache: DiskCache, name: string, file: string): Promise<boolean> =>
  cache.link(name, file).then(
    () => true,
    () => false,
  );

const noBlob = (name: string) =>
  Object.assign(new Error(`There is no file ${name}.`), { code: 'ENOENT', syscall: 'open' });

/** Reads through the cache. */
function createFinder(
  { bucket, cache, before, figures: { reads } }: BucketBlobsParts,
  keyOf: (name: string) => string,
): Pick<Blobs, 'sizeOf' | 'find' | 'read'> {
  /** True for a copy whose blob is there, as far as can be known now. */
  const isStillThere = async (name: string, checkedAt: Date) => {
    if (Date.now() - checkedAt.getTime() < BELIEVED_MS) return true;
    // First, so that of many who ask only one does.
    await cache.noteChecked(name);
    const size = await bucket.sizeOf(keyOf(name)).catch(() => undefined);
    if (size !== null) return true;
    await cache.forget(name);
    return false;
  };
  const load = async (name: string): Promise<FoundBlob | null> => {
    const found = await cache.fill(name, () => fetchWhole(bucket, keyOf(name)));
    if (found !== 'too large') return found ?? (await before?.find(name)) ?? null;
    const bytes = await bucket.sizeOf(keyOf(name));
    if (bytes === null) return null;
    const whole = { start: 0, end: bytes - 1 };
    return { bytes, read: (range = whole) => toReadable(() => readDirectly(bucket, keyOf(name), range)) };
  };
  const find = async (name: string): Promise<FoundBlob | null> => {
    const copy = await cache.find(requireBlobName(name));
    const isHere = copy !== null && (await isStillThere(name, copy.checkedAt));
    reads.add(isHere ? 'here' : 'fetched');
    if (!isHere) return load(name);
    const again = () => load(name);
    return { bytes: copy.bytes, read: (range) => toReadable(() => readCopy(copy, again, range)) };
  };
  return {
    find,
    // Never by a copy, which another machine's sweep leaves: whoever asks may write only what is not there.
    async sizeOf(name) {
      return (await bucket.sizeOf(keyOf(name))) ?? (await before?.sizeOf(name)) ?? null;
    },
    read: (name, range) =>
      toReadable(async function* () {
        const found = await find(name);
        if (!found) throw noBlob(name);
        yield* found.read(range);
      }),
  };
}

const toReadable = (pieces: () => AsyncGenerator<Buffer>) => Readable.from(pieces(), { objectMode: false });

/** A copy may be removed between the moment it was found and this one. */
async function* readCopy(
  copy: FoundBlob,
  again: () => Promise<FoundBlob | null>,
  range: ByteRange | undefined,
): AsyncGenerator<Buffer> {
  try {
    yield* copy.read(range);
  } catch (error) {
    const found = (error as NodeJS.ErrnoException).code === 'ENOENT' ? await again() : null;
    if (!found) throw error;
    yield* found.read(range);
  }
}

/** For a copy, which is to be whole although the bytes break off on their way. */
async function fetchWhole(bucket: Bucket, key: string): Promise<Fetched | null> {
  const first = await bucket.get(key);
  if (!first) return null;
  const whole = { start: 0, end: first.bytes - 1 };
  const body = toReadable(() => readDirectly(bucket, key, whole, first));
  // It may be given up before anybody reads.
  body.once('close', () => first.body.destroy());
  return { bytes: first.bytes, body };
}

/** Goes on where it broke off or ended, as after a pause of whoever reads: a bucket does not wait for them. */
async function* readDirectly(
  bucket: Bucket,
  key: string,
  { start, end }: ByteRange,
  first: Fetched | null = null,
): AsyncGenerator<Buffer> {
  let begun = first;
  for (let at = start; at <= end; ) {
    const found = begun ?? (await bucket.get(key, { start: at, end }));
    // Of one that breaks off, nothing may have been read yet.
    const isRepeatable = begun !== null;
    begun = null;
    if (!found) throw noBlob(key);
    const from = at;
    try {
      for await (const piece of found.body as AsyncIterable<Buffer>) {
        at += piece.length;
        yield piece;
      }
    } catch (error) {
      if (at === from && !isRepeatable) throw error;
    }
    if (at === from && !isRepeatable)
      throw new BucketError(`The ${bucket.name} ends a file before byte ${at}.`, false);
  }
}
