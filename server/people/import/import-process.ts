import type { Task } from '#server/infra/tasks/task-child.ts';
import { runTasks } from '#server/infra/tasks/task-process.ts';
import { runImportTask } from './run-import-task.ts';

/** A child process that reads files of contacts, one at a time. */

runTasks(runImportTask as (task: Task) => Promise<unknown>);
