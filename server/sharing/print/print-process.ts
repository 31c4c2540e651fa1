import type { Task } from '#server/infra/tasks/task-child.ts';
import { runTasks } from '#server/infra/tasks/task-process.ts';
import { createPrinter } from './run-print-task.ts';

/** A child process that makes PDFs and their previews, one at a time. */

runTasks(createPrinter() as (task: Task) => Promise<unknown>);
