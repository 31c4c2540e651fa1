import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Db } from '#server/db/open.ts';
import type { Bucket } from '#server/infra/blobs/bucket.ts';
import { createKeptFiles } from '#server/infra/blobs/kept-files.ts';
import { partIn, syncFile } from '#server/infra/blobs/staging.ts';
import { watchFreeSpace } from '#server/infra/free-space.ts';
import { MEDIA, WORK_FOLDERS } from '#server/infra/hold/open-stores.ts';
import { bucketPlace, diskPlace, type PairPlace } from '#server/infra/hold/pair-places.ts';
import { ignoreMissing } from '#server/operations/backup/file-source.ts';
import { COMPLETE } from '#server/operations/backup/stored-files.ts';

/** The two places that files are moved between. */
export interface FileEnd {
  place: PairPlace;
  /** To be called first. */
  prepare(): Promise<void>;
  /** Null if it is not there. A file that cannot be read throws, here and below. */
  sizeOf(folder: string, name: string): Promise<number | null>;
  /** The complete files of a folder. */
  list(folder: string): Promise<string[]>;
  /** Null if it went meanwhile. */
  read(folder: string, name: string): Promise<Readable | null>;
  /** Copies a file of the other end, and compares; one that is damaged is not kept. */
  take(other: FileEnd, folder: string, name: string): Promise<CopyOutcome>;
  /** Makes everything that was taken durable. */
  settle(): Promise<void>;
}

export type CopyOutcome = 'copied' | 'gone meanwhile' | 'damaged';

export function diskEnd(dataDir: string): FileEnd {
  const fileOf = (folder: string, name: string) => path.join(dataDir, folder, name);
  const space = watchFreeSpace(dataDir);
  return {
    place: diskPlace(dataDir),
    async prepare() {
      for (const folder of [MEDIA, ...WORK_FOLDERS])
        await fs.mkdir(path.join(dataDir, folder), { recursive: true });
    },
    sizeOf: (folder, name) => fs.stat(fileOf(folder, name)).then(({ size }) => size, ignoreMissing),
    list: async (folder) =>
      (await fs.readdir(path.join(dataDir, folder))).filter((name) => COMPLETE.test(name)),
    async read(folder, name) {
      const handle = await fs.open(fileOf(folder, name)).catch(ignoreMissing);
      return handle?.createReadStream() ?? null;
    },
    async take(other, folder, name) {
      await space.require().catch(() => {
        throw new Error(
          `The disk of ${dataDir} is nearly full. Make room, and run this again: it goes on where it was.`,
        );
      });
      const part = partIn(path.join(dataDir, folder));
      try {
        const written = await writeChecked(other, folder, name, part);
        if (written !== 'copied') return written;
        await syncFile(part);
        await fs.rename(part, fileOf(folder, name));
      } finally {
        await fs.rm(part, { force: true });
      }
      return keepIfStillThere(other, folder, name, () => fs.rm(fileOf(folder, name), { force: true }));
    },
    async settle() {
      for (const folder of [MEDIA, ...WORK_FOLDERS]) await syncFile(path.join(dataDir, folder));
      await syncFile(dataDir);
    },
  };
}

/** `dataDir` has the files that it takes. */
export function bucketEnd(bucket: Bucket, db: Db, dataDir: string): FileEnd {
  const keyOf = (folder: string, name: string) => `${folder}/${name}`;
  let listed = new Map<string, number>();
  return {
    place: bucketPlace(bucket),
    async prepare() {
      listed = new Map();
      for (const folder of [MEDIA, ...WORK_FOLDERS])
        for await (const page of bucket.list(`${folder}/`))
          for (const { key, bytes } of page) listed.set(key, bytes);
    },
    sizeOf: async (folder, name) => listed.get(keyOf(folder, name)) ?? null,
    list: async (folder) =>
      [...listed.keys()].flatMap((key) => (key.startsWith(`${folder}/`) ? key.slice(folder.length + 1) : [])),
    read: async (folder, name) => (await bucket.get(keyOf(folder, name)))?.body ?? null,
    async take(other, folder, name) {
      const file = path.join(dataDir, folder, name);
      const sha256 = await hashOf(file).catch(ignoreMissing);
      if (sha256 === null) return 'gone meanwhile';
      if (!isRight(folder, name, sha256)) return 'damaged';
      const key = keyOf(folder, name);
      const kept = folder === MEDIA ? null : createKeptFiles(db, folder);
      const stat = await fs.stat(file).catch(ignoreMissing);
      if (stat === null) return 'gone meanwhile';
      await kept?.note(name, stat.mtime);
      const send = async () => {
        await bucket.put(key, { file, sha256 });
        if ((await bucket.sizeOf(key)) !== stat.size)
          throw new Error(`The bucket has ${key} with another length than ${file}. Run this again.`);
      };
      const failure = await send().then(
        () => null,
        (error: Error) => error,
      );
      const outcome = await keepIfStillThere(other, folder, name, async () => {
        await bucket.delete(key);
        await kept?.forget(name);
      });
      // One that is gone could not be sent.
      if (failure && outcome === 'copied') throw failure;
      return outcome;
    },
    settle: async () => {},
  };
}

/** Files of work that ended meanwhile are deleted; photos are not, because sweeps wait. */
async function keepIfStillThere(
  other: FileEnd,
  folder: string,
  name: string,
  undo: () => Promise<void>,
): Promise<CopyOutcome> {
  if (folder === MEDIA) return 'copied';
  const source = await other.read(folder, name);
  source?.destroy();
  if (source) return 'copied';
  await undo();
  return 'gone meanwhile';
}

async function writeChecked(
  other: FileEnd,
  folder: string,
  name: string,
  part: string,
): Promise<CopyOutcome> {
  const source = await other.read(folder, name);
  if (!source) return 'gone meanwhile';
  const hash = createHash('sha256');
  const handle = await fs.open(part, 'wx');
  try {
    for await (const piece of source) {
      hash.update(piece as Buffer);
      await handle.writeFile(piece as Buffer);
    }
  } finally {
    await handle.close();
  }
  return isRight(folder, name, hash.digest('hex')) ? 'copied' : 'damaged';
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** A photo or video is named by its hash, a small width by that of its original. */
const isRight = (folder: string, name: string, sha256: string): boolean =>
  folder !== MEDIA || /-\d+\.webp$/.test(name) || sha256.startsWith(name.slice(0, 32));
