import { runTasks } from '#server/infra/tasks/task-process.ts';
import { createDrawer } from './run-drawing-task.ts';

/** A child process that lays out and draws text, one task at a time. */

runTasks(createDrawer());
