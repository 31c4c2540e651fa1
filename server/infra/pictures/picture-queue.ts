import type { Logger } from 'pino';
import { createTaskQueue, type TaskLimits, type TaskQueue } from '#server/infra/tasks/task-queue.ts';
import type { PictureTasks } from './picture-tasks.ts';

/** All decoding of pictures, done by child processes of its own (docs/decisions/079). */
export type PictureQueue = TaskQueue<PictureTasks>;

export const createPictureQueue = (log: Logger, changed: Partial<TaskLimits> = {}): PictureQueue =>
  createTaskQueue<PictureTasks>(
    { source: 'server/infra/pictures/picture-process.ts', name: 'picture', heapMegabytes: 128 },
    {
      busy: 'We’re processing many pictures right now. Please try again in a moment.',
      waitForYours: 'Your other pictures are still processing. Please try again in a moment.',
      refused: (name) => `Could not process ${name}. Please try a different image.`,
    },
    log,
    changed,
  );
