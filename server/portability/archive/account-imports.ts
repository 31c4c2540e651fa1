import path from 'node:path';
import type { Logger } from 'pino';
import { type Blobs, openBlobs } from '#server/infra/blobs.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import { createTaskQueue, type TaskQueue } from '#server/infra/tasks/task-queue.ts';
import type { ArchiveTasks } from './archive-tasks.ts';

/** The archives that are brought in, and the process that unpacks them. */
export interface AccountImports {
  tasks: TaskQueue<ArchiveTasks>;
  files: Blobs;
  /** The path of a file, for the process. */
  pathOf(name: string): string;
  close(): Promise<void>;
}

declare module '#server/context.ts' {
  interface AppContext {
    accountImports: AccountImports;
  }
}

/** The files of one upload, by the name of the upload. */
export function archiveFilesIn(blobName: string) {
  const base = blobName.replace(/\.upload$/, '');
  return {
    upload: blobName,
    cards: `${base}.cards`,
    rows: `${base}.rows`,
    photos: `${base}.photos`,
    figures: `${base}.figures`,
    scratch: `${base}.scratch`,
  };
}

/** Reading 640 MB takes seconds; an archive that takes longer than this was made to. */
const TASK_MS = 180_000;

export async function createAccountImports(
  dataDir: string,
  space: FreeSpace,
  log: Logger,
): Promise<AccountImports> {
  const folder = path.join(dataDir, 'account-imports');
  const files = await openBlobs(folder, space);
  const tasks = createTaskQueue<ArchiveTasks>(
    { source: 'server/portability/archive/archive-process.ts', name: 'archive', heapMegabytes: 512 },
    {
      busy: 'We’re reading many archives right now. Please try again in a moment.',
      waitForYours: 'We’re still reading your other archive. Please try again in a moment.',
      refused: (name) => `We couldn’t read ${name}. It’s damaged or isn’t a Goldleaf archive.`,
    },
    log,
    // A job in the background can wait for as long as the others take.
    { processes: 1, taskMs: TASK_MS, waitMs: 20 * 60_000 },
  );
  return { tasks, files, pathOf: (name) => path.join(folder, name), close: () => tasks.close() };
}

/** Deletes what is left of an upload. */
export async function discardArchive({ files }: AccountImports, blobName: string): Promise<void> {
  for (const name of Object.values(archiveFilesIn(blobName))) await files.delete(name);
}
