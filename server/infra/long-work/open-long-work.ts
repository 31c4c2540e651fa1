import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Blobs } from '#server/infra/blobs/blobs.ts';
import type { TaskProgram } from '#server/infra/tasks/task-child.ts';
import {
  createTaskQueue,
  type TaskQueue,
  type TaskShapes,
  type TaskWords,
} from '#server/infra/tasks/task-queue.ts';
import { holderName } from './lease.ts';
import type { LongWorkState } from './long-work.ts';

/** A process's state for long work whose files a child process reads. */
export interface OpenLongWork<Tasks extends TaskShapes> extends LongWorkState {
  tasks: TaskQueue<Tasks>;
  /** Does this after all that it was given before: what needs memory for a whole file is done for one at a time. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Reading 640 MB takes seconds; a file that takes longer than this was made to. */
const TASK_MS = 180_000;
/** A job in the background can wait for as long as the others take. */
const WAIT_MS = 20 * 60_000;
const HEAP_MEGABYTES = 512;

/** `store` has its files. */
export function openLongWork<Tasks extends TaskShapes>(
  { store, log }: { store: Blobs; log: Logger },
  program: Omit<TaskProgram, 'heapMegabytes'>,
  words: TaskWords,
): OpenLongWork<Tasks> {
  const limits = { processes: 1, taskMs: TASK_MS, waitMs: WAIT_MS };
  const tasks = createTaskQueue<Tasks>({ ...program, heapMegabytes: HEAP_MEGABYTES }, words, log, limits);
  const turns = new Map<string, Promise<void>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    store,
    tasks,
    turns,
    holder: holderName(randomUUID()),
    inTurn(work) {
      const result = last.then(work);
      last = result.catch(() => {});
      return result;
    },
    async close() {
      await tasks.close();
      await Promise.all(turns.values());
    },
  };
}
