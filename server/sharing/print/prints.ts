import type { Logger } from 'pino';
import { createTaskQueue, type TaskQueue } from '#server/infra/tasks/task-queue.ts';
import type { PrintTasks } from './print-job.ts';

/** All making of PDFs, done by a child process of its own: one at a time for each owner. */
export type Prints = TaskQueue<PrintTasks>;

declare module '#server/context.ts' {
  interface AppContext {
    prints: Prints;
  }
}

export const createPrints = (log: Logger): Prints =>
  createTaskQueue<PrintTasks>(
    { source: 'server/sharing/print/print-process.ts', name: 'print', heapMegabytes: 256 },
    {
      busy: 'We’re creating many PDFs right now. Please try again in a moment.',
      waitForYours: 'Your other PDFs are still being created. Please try again in a moment.',
      refused: (name) => `Couldn’t create a PDF for ${name}. Please try another picture or a shorter text.`,
    },
    log,
    { processes: 1, waitingOfOne: 12, idleMs: 60_000 },
  );
