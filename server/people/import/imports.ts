import path from 'node:path';
import type { Logger } from 'pino';
import { type Blobs, openBlobs } from '#server/infra/blobs.ts';
import type { FreeSpace } from '#server/infra/free-space.ts';
import { createTaskQueue, type TaskQueue } from '#server/infra/tasks/task-queue.ts';
import type { ImportTasks } from './import-tasks.ts';

/** The files of imports, and the process that reads them. */
export interface Imports {
  tasks: TaskQueue<ImportTasks>;
  files: Blobs;
  /** The path of a file, for the process. */
  pathOf(name: string): string;
  /** Does this after all that it was given before: what needs memory for a whole file is done for one at a time. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

declare module '#server/context.ts' {
  interface AppContext {
    imports: Imports;
  }
}

/** The files of one upload, by the name of the upload. */
export const importFilesIn = (blobName: string) => ({
  upload: blobName,
  rows: blobName.replace(/\.upload$/, '.rows'),
  photos: blobName.replace(/\.upload$/, '.photos'),
  scratch: blobName.replace(/\.upload$/, '.scratch'),
});

/** Reading 50 MB takes seconds; a file that takes longer than this was made to. */
const TASK_MS = 180_000;

export async function createImports(dataDir: string, space: FreeSpace, log: Logger): Promise<Imports> {
  const folder = path.join(dataDir, 'imports');
  const files = await openBlobs(folder, space);
  const tasks = createTaskQueue<ImportTasks>(
    { source: 'server/people/import/import-process.ts', name: 'import', heapMegabytes: 512 },
    {
      busy: 'We’re importing many files right now. Please try again in a moment.',
      waitForYours: 'We’re still reading your other import. Please try again in a moment.',
      refused: (name) => `We couldn’t read ${name}. It’s damaged or isn’t a contact file.`,
    },
    log,
    // A job in the background can wait for as long as the others take.
    { processes: 1, taskMs: TASK_MS, waitMs: 20 * 60_000 },
  );
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
  return { tasks, files, inTurn, pathOf: (name) => path.join(folder, name), close: () => tasks.close() };
}

/** Deletes what is left of an upload. */
export async function discardFiles({ files }: Imports, blobName: string): Promise<void> {
  for (const name of Object.values(importFilesIn(blobName))) await files.delete(name);
}
