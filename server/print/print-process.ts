import { runTasks } from '#server/infra/tasks/task-process.ts';
import type { PrintTask } from './print-job.ts';
import { createPrinter } from './run-print-task.ts';

/** A child process that makes PDFs and their previews, one at a time. */

const print = createPrinter();
runTasks((task) => print(task as PrintTask));
