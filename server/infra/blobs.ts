import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#server/config/make-folder.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';

const PIECE_BYTES = 64 * 1024;
const PAGE_NAMES = 500;

/** Bytes that have arrived but have no name yet. */
export interface StagedBlob {
  /** Lower-case hexadecimal. */
  sha256: string;
  bytes: number;
  /** The temporary file, which is on this machine whatever the store. */
  file: string;
  /** Makes the bytes durable, so that `keep` is quick. */
  flush(): Promise<void>;
  keep(name: string): Promise<void>;
  discard(): Promise<void>;
}

/** A file that is being written. */
export interface OpenStage {
  write(piece: Buffer): Promise<void>;
  finish(): Promise<StagedBlob>;
  /** Instead of `finish`. */
  discard(): Promise<void>;
}

/** Files of this machine, for a child process. */
export interface LocalFiles {
  /** The path of a copy to read. Throws ENOENT if there is no such blob. */
  read(name: string): Promise<string>;
  /** Where to write a blob; if it was, it is kept under this name once all is done. */
  write(name: string): string;
  /** Where to write something that nobody needs afterwards. */
  scratch(): string;
}

/** Stores uploaded bytes by name. On disk here; another store can implement the same interface. */
export interface Blobs {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Writes a stream of any length to a temporary file; one that fails leaves nothing behind. */
  stage(source: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<StagedBlob>;
  /** Likewise for a source that arrives piece by piece. */
  open(): Promise<OpenStage>;
  /** Size in bytes, or null when there is no such blob. */
  sizeOf(name: string): Promise<number | null>;
  /** Streams the blob, or its bytes `start` to `end` inclusive. */
  read(name: string, range?: { start: number; end: number }): ReadStream;
  delete(name: string): Promise<void>;
  /** Does work on files of this machine. What it wrote is kept if it succeeds; otherwise nothing is left. */
  withLocal<Result>(work: (local: LocalFiles) => Promise<Result>): Promise<Result>;
  /** Gives this blob to another store, too, under the same name, unless it has it. */
  copyTo(other: Pick<Blobs, 'adopt'>, name: string): Promise<void>;
  /** Keeps a copy of a file of this machine, which nobody changes any more. */
  adopt(name: string, file: string): Promise<void>;
  /**
   * Names of everything written before that moment, a page of at most 500 at a time, including temporary files left by
   * a killed process. What is listed may be deleted meanwhile.
   */
  writtenBefore(moment: Date): AsyncIterable<string[]>;
}

/**
 * Blobs as files of one folder. Names are safe by construction (hash and extension) but checked all the same. Nothing
 * is accepted while the disk lacks space.
 */
export async function openBlobs(folder: string, space: FreeSpace): Promise<Blobs> {
  makeFolder(folder);
  const fileOf = (name: string) => {
    if (!/^\.?[A-Za-z0-9-]+\.[a-z0-9]+$/.test(name)) throw new Error(`Not a blob name: ${name}`);
    return path.join(folder, name);
  };
  const open = async () => {
    await space.require();
    return openIn(folder, fileOf);
  };
  const stage = async (source: AsyncIterable<Buffer> | Iterable<Buffer>) => {
    const aside = await open();
    try {
      for await (const piece of inPieces(source)) await aside.write(piece);
      return await aside.finish();
    } catch (error) {
      await aside.discard();
      throw error;
    }
  };
  return {
    async put(name, bytes) {
      const staged = await stage([bytes]);
      await staged.flush();
      await staged.keep(name);
    },
    stage,
    open,
    async sizeOf(name) {
      try {
        return (await fs.stat(fileOf(name))).size;
      } catch {
        return null;
      }
    },
    read: (name, range) => createReadStream(fileOf(name), range),
    delete: (name) => fs.rm(fileOf(name), { force: true }),
    withLocal: (work) => doWithLocal({ folder, fileOf }, work),
    copyTo: (other, name) => other.adopt(name, fileOf(name)),
    async adopt(name, file) {
      // Both names are of one file, which is not to be swept while it is needed under the new one.
      const now = new Date();
      await fs.utimes(file, now, now);
      await fs.link(file, fileOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      });
    },
    writtenBefore: (moment) => listWrittenBefore(folder, moment),
  };
}

async function doWithLocal<Result>(
  { folder, fileOf }: { folder: string; fileOf(name: string): string },
  work: (local: LocalFiles) => Promise<Result>,
): Promise<Result> {
  const written = new Map<string, string>();
  const made: string[] = [];
  const scratch = () => {
    const file = partIn(folder);
    made.push(file);
    return file;
  };
  try {
    const result = await work({
      async read(name) {
        await fs.access(fileOf(name));
        return fileOf(name);
      },
      write(name) {
        const file = scratch();
        written.set(name, file);
        return file;
      },
      scratch,
    });
    for (const [name, file] of written) {
      const isThere = await fs.access(file).then(
        () => true,
        () => false,
      );
      if (!isThere) continue;
      await syncFile(file);
      await fs.rename(file, fileOf(name));
    }
    if (written.size > 0) await syncFile(folder);
    return result;
  } finally {
    for (const file of made) await fs.rm(file, { force: true });
  }
}

const partIn = (folder: string) => path.join(folder, `.${randomUUID()}.part`);

async function* listWrittenBefore(folder: string, moment: Date): AsyncGenerator<string[]> {
  let old: string[] = [];
  for await (const { name } of await fs.opendir(folder, { bufferSize: PAGE_NAMES })) {
    const stat = await fs.stat(path.join(folder, name)).catch(() => null);
    if (!stat || stat.mtimeMs >= moment.getTime()) continue;
    old.push(name);
    if (old.length < PAGE_NAMES) continue;
    yield old;
    old = [];
  }
  if (old.length > 0) yield old;
}

async function openIn(folder: string, fileOf: (name: string) => string): Promise<OpenStage> {
  const aside = partIn(folder);
  const hash = createHash('sha256');
  let bytes = 0;
  const handle = await fs.open(aside, 'wx');
  const remove = () => fs.rm(aside, { force: true });
  return {
    async write(piece) {
      hash.update(piece);
      bytes += piece.length;
      await handle.writeFile(piece);
    },
    async finish() {
      await handle.close();
      return {
        sha256: hash.digest('hex'),
        bytes,
        file: aside,
        flush: () => syncFile(aside),
        async keep(name) {
          await fs.rename(aside, fileOf(name));
          // The rename is durable only once the folder itself is on disk.
          await syncFile(folder);
        },
        discard: remove,
      };
    },
    async discard() {
      await handle.close();
      await remove();
    },
  };
}

/** Makes a file durable, or the names in a folder, as after a rename. */
export async function syncFile(file: string): Promise<void> {
  const handle = await fs.open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Joins bytes into pieces worth a system call: a source may yield eight bytes at a time. */
async function* inPieces(source: AsyncIterable<Buffer> | Iterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    held.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

/** So many bytes of a blob from a place on; fewer at its end. Throws ENOENT if there is none. */
export async function readPiece(store: Blobs, name: string, from: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of store.read(name, { start: from, end: from + length - 1 }))
    pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}
