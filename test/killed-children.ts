import { ChildProcess } from 'node:child_process';
import { onTestFinished, vi } from 'vitest';

/** Child processes that are killed in the middle of a task, as by a system that is out of memory. */

/** Its `send` is there once it runs, if it has a channel. */
type Starting = ChildProcess & { spawn(options: unknown): unknown };

/** Of the processes started from now on, kills one with each of these tasks; returns those that are still to come. */
export function killAtTasks(...due: string[]): string[] {
  const starting = ChildProcess.prototype as Starting;
  const { spawn } = starting;
  const spy = vi.spyOn(starting, 'spawn').mockImplementation(function (this: Starting, options) {
    const result = spawn.call(this, options);
    const send = this.channel && this.send.bind(this);
    if (send)
      this.send = (...message: unknown[]) => {
        const [task] = message as [{ name: string }];
        const at = due.indexOf(task.name);
        if (at >= 0) {
          due.splice(at, 1);
          this.kill('SIGKILL');
        }
        return Reflect.apply(send, undefined, message);
      };
    return result;
  });
  onTestFinished(() => spy.mockRestore());
  return due;
}
