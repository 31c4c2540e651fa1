import fs from 'node:fs/promises';
import path from 'node:path';
import { syncFile } from '#server/infra/blobs/staging.ts';
import { countOf } from '#server/portability/archive/archive-words.ts';
import { type BackupManifest, BackupRefusal } from './format.ts';
import { FILE_FOLDERS } from './stored-files.ts';

/** Files that wait for the disk at once: it takes many in the time of one. */
const SYNCED_AT_ONCE = 16;

/** Writes files below DATA_DIR, whose folders are empty, so that they survive a loss of power once `finish` resolves. */
export function createFileWriter(dataDir: string) {
  const made = new Set<string>();
  const syncing = new Set<Promise<void>>();
  let files = 0;
  return {
    /** Adds a file, or the next 64 MB of one. */
    async add(
      { folder, name, nth }: { folder: string; name: string; nth: number },
      bytes: AsyncIterable<Buffer>,
    ) {
      if (!FILE_FOLDERS.includes(folder)) throw new BackupRefusal(`This release knows no folder ${folder}.`);
      const into = path.join(dataDir, folder);
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
      // One that failed stays, and is heard of at the end.
      const done = synced.then(() => void syncing.delete(done));
      done.catch(() => {});
      syncing.add(done);
      if (syncing.size >= SYNCED_AT_ONCE) await Promise.race(syncing);
    },
    /** Throws a `BackupRefusal` unless there are as many as the manifest says. */
    async finish({ files: wanted }: Pick<BackupManifest, 'files'>) {
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
