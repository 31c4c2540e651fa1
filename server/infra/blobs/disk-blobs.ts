import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '#server/config/make-folder.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import { type Blobs, requireBlobName } from './blobs.ts';
import { createStaging, listWrittenBefore, syncFile } from './staging.ts';

/** Blobs as files of one folder. */
export async function openDiskBlobs(folder: string, space: FreeSpace): Promise<Blobs> {
  makeFolder(folder);
  const fileOf = (name: string) => path.join(folder, requireBlobName(name));
  const sizeOf = async (name: string) => {
    const stat = await fs.stat(fileOf(name)).catch(() => null);
    return stat ? stat.size : null;
  };
  const read: Blobs['read'] = (name, range) => createReadStream(fileOf(name), range);
  return {
    isRemote: false,
    ...createStaging({
      ...{ folder, space },
      flush: syncFile,
      async keep(name, file) {
        await fs.rename(file, fileOf(name));
        // The rename is durable only once the folder itself is on disk.
        await syncFile(folder);
      },
      async localCopy(name) {
        await fs.access(fileOf(name));
        return fileOf(name);
      },
    }),
    sizeOf,
    async find(name) {
      const bytes = await sizeOf(name);
      return bytes === null ? null : { bytes, read: (range) => read(name, range) };
    },
    read,
    delete: (name) => fs.rm(fileOf(name), { force: true }),
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
