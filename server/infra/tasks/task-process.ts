import os from 'node:os';
import type { ChildMessage, Task } from './task-child.ts';

/** Runs in a child process: works through tasks, one at a time, on behalf of `task-child.ts`. */
export function runTasks(run: (task: Task) => Promise<unknown>): void {
  const send = (message: ChildMessage) => process.send?.(message);
  // Page views have priority over uploads.
  os.setPriority(5);
  // A stop signal may reach the whole process group; the server lets the current task finish and then disconnects.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit(0));
  process.on('message', (task: Task) => {
    const before = process.cpuUsage();
    const cpuMs = () => {
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    run(task).then(
      (output) => send({ output, cpuMs: cpuMs() }),
      (error: unknown) =>
        send({ refusal: error instanceof Error ? error.message : String(error), cpuMs: cpuMs() }),
    );
  });
  send({ isReady: true });
}
