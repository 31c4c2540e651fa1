import { createWriteStream } from 'node:fs';
import fs, { type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import { type Bucket, openBucket } from '#server/infra/blobs/bucket.ts';
import { BucketError } from '#server/infra/blobs/bucket-errors.ts';
import { partIn } from '#server/infra/blobs/staging.ts';
import { watchFreeSpace } from '#server/infra/free-space.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** Where a backup reads files from. */
export interface FileSource {
  /** Files that are opened before they are needed. */
  ahead: number;
  listWork(folder: string): Promise<string[]>;
  /** Throws for what is wrong with more than this file, such as a bucket that is away. */
  open(folder: string, name: string): Promise<Opened>;
  close(): Promise<void>;
}

/** Null for a file or folder that is not there. */
export function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Errors of a disk, or of rights on it, which may concern a single file; one of those goes in the middle of being read. */
const UNREADABLE = [
  'EIO',
  'EISDIR',
  'EACCES',
  'EPERM',
  'EUCLEAN',
  'EBADMSG',
  'ENXIO',
  'ENODEV',
  'ENOENT',
  'ESTALE',
];

/** The code of such an error, for sentences; throws any other. */
export function codeOfUnreadable(error: NodeJS.ErrnoException): string {
  if (!error.code || !UNREADABLE.includes(error.code)) throw error;
  return error.code;
}

/** Null for a file that is not there; for one that can't be read, the code of its error. */
export type Opened = FileHandle | string | null;

const openStored = (file: string): Promise<Opened> =>
  fs
    .open(file)
    .catch((error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? null : codeOfUnreadable(error)));

/** `client` is that of the snapshot. */
export async function openFileSource(
  { dataDir, mediaStore, bucket }: Pick<Config, 'dataDir' | 'mediaStore' | 'bucket'>,
  client: pg.Client,
): Promise<FileSource> {
  if (mediaStore === 's3' && bucket) return bucketSource(await openBucket(bucket), dataDir, client);
  return {
    ahead: 0,
    listWork: async (folder) => (await fs.readdir(path.join(dataDir, folder)).catch(ignoreMissing)) ?? [],
    open: (folder, name) => openStored(path.join(dataDir, folder, name)),
    close: async () => {},
  };
}

/** Each waits for a call; so many are on their way at once. */
const AHEAD = 8;

/** A backup that goes on writes to its folder all the time. */
const LEFT_MS = DAY_MS;

/** Removes the folders of backups that were killed. */
async function removeLeftovers(staging: string): Promise<void> {
  for (const name of (await fs.readdir(staging).catch(ignoreMissing)) ?? []) {
    if (!/^backup-\d+$/.test(name)) continue;
    const folder = path.join(staging, name);
    const stat = await fs.stat(folder).catch(ignoreMissing);
    if (stat && Date.now() - stat.mtimeMs > LEFT_MS) await fs.rm(folder, { recursive: true, force: true });
  }
}

async function bucketSource(bucket: Bucket, dataDir: string, client: pg.Client): Promise<FileSource> {
  const staging = path.join(dataDir, 'staging');
  const scratch = path.join(staging, `backup-${process.pid}`);
  const space = watchFreeSpace(dataDir);
  await removeLeftovers(staging);
  await fs.mkdir(scratch, { recursive: true });
  return {
    ahead: AHEAD,
    async listWork(folder) {
      const { rows } = await client.query<{ name: string }>(
        'select name from kept_files where folder = $1 order by name',
        [folder],
      );
      // Files that media-move has yet to carry have no row.
      const onDisk = (await fs.readdir(path.join(dataDir, folder)).catch(ignoreMissing)) ?? [];
      return [...new Set([...rows.map(({ name }) => name), ...onDisk])];
    },
    async open(folder, name) {
      await space.require();
      const part = partIn(scratch);
      const take = () => fetchInto(part, bucket, `${folder}/${name}`);
      try {
        // A connection may break; a bucket that is away does not answer the second time either.
        const isFound = await take().catch((error: unknown) => {
          if (!(error instanceof BucketError) || error.isRefusal) throw error;
          return take();
        });
        // Files that media-move has yet to carry are still here.
        if (!isFound) return await openStored(path.join(dataDir, folder, name));
        return await fs.open(part);
      } finally {
        // Open, it can be read until it is closed.
        await fs.rm(part, { force: true });
      }
    },
    async close() {
      bucket.close();
      await fs.rm(scratch, { recursive: true, force: true });
    },
  };
}

/** False if there is no such object. */
async function fetchInto(part: string, bucket: Bucket, key: string): Promise<boolean> {
  const found = await bucket.get(key);
  if (found) await pipeline(found.body, createWriteStream(part));
  return found !== null;
}

/** Opens files in their order, some ahead of the one that is used. */
export async function* openAhead<File extends { folder: string; name: string }>(
  files: AsyncIterable<File>,
  { open, ahead }: FileSource,
): AsyncGenerator<{ file: File; handle: Opened }> {
  const waiting: { file: File; handle: Promise<Opened> }[] = [];
  const first = async () => {
    const next = waiting.shift();
    return next ? [{ file: next.file, handle: await next.handle }] : [];
  };
  try {
    for await (const file of files) {
      const handle = open(file.folder, file.name);
      handle.catch(() => {});
      waiting.push({ file, handle });
      if (waiting.length > ahead) yield* await first();
    }
    while (waiting.length > 0) yield* await first();
  } finally {
    for (const { handle } of waiting) await handle.then(closeOpened).catch(() => {});
  }
}

const closeOpened = async (handle: Opened): Promise<void> => {
  if (typeof handle === 'object') await handle?.close();
};
