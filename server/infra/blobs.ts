import { randomUUID } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';

/** Where uploaded bytes live, by name. Disk here; another store fits behind the same four verbs. */
export interface Blobs {
  put(name: string, bytes: Buffer): Promise<void>;
  /** Size in bytes, or null when there is no such blob. */
  sizeOf(name: string): Promise<number | null>;
  /** Streams the blob, or its bytes `start` to `end` inclusive. */
  read(name: string, range?: { start: number; end: number }): ReadStream;
  delete(name: string): Promise<void>;
}

/** Blobs as files of one folder; a name is safe by construction (hash and extension) and checked all the same. */
export async function openBlobs(folder: string): Promise<Blobs> {
  await fs.mkdir(folder, { recursive: true });
  const fileOf = (name: string) => {
    if (!/^[A-Za-z0-9]+\.[a-z0-9]+$/.test(name)) throw new Error(`Not a blob name: ${name}`);
    return path.join(folder, name);
  };
  return {
    async put(name, bytes) {
      const file = fileOf(name);
      const aside = path.join(folder, `.${randomUUID()}.part`);
      const handle = await fs.open(aside, 'wx');
      try {
        await handle.writeFile(bytes);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await fs.rename(aside, file);
      // The rename is durable once the folder itself is on disk.
      const folderHandle = await fs.open(folder, 'r');
      await folderHandle.sync().finally(() => folderHandle.close());
    },
    async sizeOf(name) {
      try {
        return (await fs.stat(fileOf(name))).size;
      } catch {
        return null;
      }
    },
    read: (name, range) => createReadStream(fileOf(name), range),
    delete: (name) => fs.rm(fileOf(name), { force: true }),
  };
}
