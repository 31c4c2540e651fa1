import type { Logger } from 'pino';
import { createTaskQueue, type TaskLimits, type TaskQueue } from '#server/infra/tasks/task-queue.ts';
import type { DrawingTasks } from './drawing-tasks.ts';

/** All drawing of text, done by child processes of its own. The tasks are described in `drawing-tasks.ts`. */
export type Drawings = TaskQueue<DrawingTasks>;

declare module '#server/context.ts' {
  interface AppContext {
    drawings: Drawings;
  }
}

/** One process for pages and one for owners: each keeps fonts in memory. */
const LIMITS: Partial<TaskLimits> = { processes: 1, idleMs: 60_000 };

export const createDrawings = (log: Logger): Drawings =>
  createTaskQueue<DrawingTasks>(
    { source: 'server/sharing/drawing/drawing-process.ts', name: 'drawing', heapMegabytes: 256 },
    {
      busy: 'We’re creating many pictures right now. Please try again in a moment.',
      waitForYours: 'Your other pictures are still being created. Please try again in a moment.',
      refused: (name) => `Couldn’t create ${name}. Please try a shorter text.`,
    },
    log,
    LIMITS,
  );
