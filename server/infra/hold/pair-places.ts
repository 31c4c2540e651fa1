import fs from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeFolder } from '#server/config/make-folder.ts';
import type { Bucket } from '#server/infra/blobs/bucket.ts';
import { syncFile } from '#server/infra/blobs/staging.ts';

/** Where files are, and the id that says whose. */
export interface PairPlace {
  /** For sentences. */
  name: string;
  /** The id, and a code that only the database it was made for can check; null if there is none. */
  read(): Promise<string | null>;
  /** Durably. */
  write(text: string): Promise<void>;
  /** From now on, these are the files of no database. */
  remove(): Promise<void>;
  /** True unless it is empty. */
  hasFiles(): Promise<boolean>;
  /** Why a process refuses to start with them, in a sentence; `hasOthers` if they belong to another database. */
  explain(hasOthers: boolean): string;
}

const FILE = 'installation';

/** The file in DATA_DIR. */
export const pairFile = (dataDir: string): string => path.join(dataDir, FILE);

export function diskPlace(dataDir: string): PairPlace {
  const file = pairFile(dataDir);
  return {
    name: dataDir,
    async read() {
      makeFolder(dataDir);
      return fs.readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
    async write(text) {
      makeFolder(dataDir);
      const part = `${file}.part-${process.pid}`;
      await fs.writeFile(part, text, { flush: true });
      await fs.rename(part, file);
      await syncFile(dataDir);
    },
    remove: () => fs.rm(file, { force: true }),
    async hasFiles() {
      const names = await fs.readdir(path.join(dataDir, 'media')).catch(() => []);
      return names.length > 0;
    },
    explain: (hasOthers) =>
      `Goldleaf cannot start. ${
        hasOthers
          ? `The files in ${dataDir} belong to another database`
          : `${dataDir} does not have the files of this database`
      }: all processes of one database need one DATA_DIR. Set DATA_DIR to where its files are, or, if you moved them here yourself, run npm run admin -- adopt-files.`,
  };
}

export function bucketPlace(bucket: Bucket): PairPlace {
  return {
    name: `the ${bucket.name}`,
    async read() {
      const found = await bucket.get(FILE);
      return found && (await buffer(found.body)).toString();
    },
    write: (text) => bucket.put(FILE, Buffer.from(text)),
    remove: () => bucket.delete(FILE),
    async hasFiles() {
      for await (const page of bucket.list('media/')) return page.length > 0;
      return false;
    },
    explain: (hasOthers) =>
      `Goldleaf cannot start. ${
        hasOthers
          ? `The files in the ${bucket.name} belong to another database. Correct S3_BUCKET or S3_PREFIX`
          : `The ${bucket.name} does not have the files of this database. Run npm run admin -- media-move, which brings them there`
      }, or, if you copied them yourself, run npm run admin -- adopt-files.`,
  };
}
