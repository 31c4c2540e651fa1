import { runTasks } from '#server/infra/tasks/task-process.ts';
import type { PictureTask } from './picture-tasks.ts';
import { runPictureTask } from './run-picture-task.ts';

/** A child process that decodes and draws pictures, one at a time. */

runTasks((task) => runPictureTask(task as PictureTask));
