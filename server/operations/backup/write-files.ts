import fs from 'node:fs/promises';
import path from 'node:path';
import { syncFile } from '#server/infra/blobs/staging.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import { type BackupManifest, BackupRefusal } from './format.ts';
import { FILE_FOLDERS } from './stored-files.ts';

/** Files that wait for the disk at once: it takes many in the time of one. */
const SYNCED_AT_ONCE = 16;

/** Takes a complete file away from this machine, if files are to be elsewhere. */
export type CarryFile = (folder: string, name: string, file: string) => Promise<void>;

/** Writes files below DATA_DIR, whose folders are empty, so that they survive a loss of power once `finish` resolves. */
export function createFileWriter(dataDir: string, carry: CarryFile | null = null) {
  const made = new Set<string>();
  const syncing = new Set<Promise<void>>();
  let files = 0;
  /** The last one written, of which more may come. */
  let last: { folder: string; name: string; synced: Promise<void> } | null = null;
  const wait = async (work: Promise<void>) => {
    // One that failed stays, and is heard of at the end.
    const done = work.then(() => void syncing.delete(done));
    done.catch(() => {});
    syncing.add(done);
    if (syncing.size >= SYNCED_AT_ONCE) await Promise.race(syncing);
  };
  const carryLast = async () => {
    if (!carry || !last) return;
    const { folder, name, synced } = last;
    last = null;
    await wait(synced.then(() => carry(folder, name, path.join(dataDir, folder, name))));
  };
  return {
    /** Adds a file, or the next 64 MB of one. */
    async add(
      { folder, name, nth }: { folder: string; name: string; nth: number },
      bytes: AsyncIterable<Buffer>,
    ) {
      if (!FILE_FOLDERS.includes(folder)) throw new BackupRefusal(`This release knows no folder ${folder}.`);
      const into = path.join(dataDir, folder);
      if (nth === 1) await carryLast();
      if (!made.has(folder)) await fs.mkdir(into, { recursive: true });
      made.add(folder);
      const handle = await fs.open(path.join(into, name), nth === 1 ? 'wx' : 'a');
      try {
        for await (const piece of bytes) await handle.writeFile(piece);
      } catch (error) {
        await handle.close();
        throw error;
      }
      if (nth === 1) files += 1;
      const synced = handle.sync().finally(() => handle.close());
      last = { folder, name, synced };
      await wait(synced);
    },
    /** Throws a `BackupRefusal` unless there are as many as the manifest says. */
    async finish({ files: wanted }: Pick<BackupManifest, 'files'>) {
      await carryLast();
      await Promise.all(syncing);
      for (const folder of made) await syncFile(path.join(dataDir, folder));
      if (made.size > 0) await syncFile(dataDir);
      const count = Object.values(wanted).reduce((sum, of) => sum + of.files, 0);
      if (files !== count)
        throw new BackupRefusal(`${files} of ${countOf(count, 'file')} arrived, so nothing was kept.`);
    },
    /** Waits for what is being written, before it is removed. */
    settle: () => Promise.allSettled(syncing),
  };
}
