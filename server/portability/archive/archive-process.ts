import type { Task } from '#server/infra/tasks/task-child.ts';
import { runTasks } from '#server/infra/tasks/task-process.ts';
import { runArchiveTask } from './run-archive-task.ts';

/** A child process that reads archives of accounts, one at a time. */

runTasks(runArchiveTask as (task: Task) => Promise<unknown>);
