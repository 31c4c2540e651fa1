import { type ChildProcess, fork } from 'node:child_process';
import type { Logger } from 'pino';
import { childEntry } from '#server/infra/child-entry.ts';

/** The server's side of one process that works through tasks, such as decoding pictures. */

/** Anonymous memory a child may use; the largest accepted picture needs about a third of it. */
const MEMORY_KILOBYTES = 1024 * 1024;
/**
 * From version 13 on (Node 24), V8 reserves this much for the code of each isolate; `ulimit -d` counts it although it
 * is unused. When running from sources there is a second isolate, the loader of tsx.
 */
const CODE_KILOBYTES = Number.parseInt(process.versions.v8, 10) >= 13 ? 512 * 1024 : 0;
/** How long starting Node and the libraries may take on a busy machine. */
const START_LIMIT_MS = 60_000;
/** After this many tasks a fresh process starts: the heap of an image library only grows. */
const TASKS_MAX = 500;

/** The program of the child; see `runTasks` in `task-process.ts`. */
export interface TaskProgram {
  /** The path of its entry, for `childEntry`. */
  source: string;
  /** Its name in the log, such as "picture". */
  name: string;
  /** How large its JavaScript heap may grow. */
  heapMegabytes: number;
}

/** Its name says which function of the child runs; inputs and outputs are structured clones. */
export interface Task {
  name: string;
  input: unknown;
}

/** The child's messages: that it is ready, then one for each task. */
export type ChildMessage = { isReady: true } | TaskOutcome;

/** `cpuMs`: what the task cost. */
export type TaskOutcome = ({ output: unknown } | { refusal: string }) & { cpuMs: number };

export interface TaskChild {
  /** True if it can take a task. */
  isUsable(): boolean;
  /**
   * One task at a time. A task that takes too long is refused, and so is one whose process died otherwise (`hasDied`):
   * of itself, or because somebody killed it. Rejects if no process can be started.
   */
  run(task: Task): Promise<TaskOutcome & { hasDied?: boolean }>;
  end(): void;
}

/** Starts a process with limited memory and an environment without our secrets. */
function startChild({ source, heapMegabytes }: TaskProgram): ChildProcess {
  const { file, execArgv } = childEntry(source);
  const flags = [`--max-old-space-size=${heapMegabytes}`, ...execArgv];
  const isWindows = process.platform === 'win32';
  const isolates = execArgv.length > 0 ? 2 : 1;
  const limits = `ulimit -d ${MEMORY_KILOBYTES + isolates * CODE_KILOBYTES} 2>/dev/null; exec "$0" "$@"`;
  return fork(file, [], {
    ...(isWindows
      ? { execArgv: flags }
      : { execPath: '/bin/sh', execArgv: ['-c', limits, process.execPath, ...flags] }),
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** `timeLimitMs` is how long one task may take, in wall-clock time. */
export function startTaskChild(program: TaskProgram, log: Logger, timeLimitMs: number): TaskChild {
  const child = startChild(program);
  let isAlive = true;
  let isStopped = false;
  let tasks = 0;
  let complaints = '';
  let hear: (message: ChildMessage | null) => void = () => {};
  const stop = () => {
    isStopped = true;
    // Only SIGKILL stops it: while a task runs, other signals are not handled.
    child.kill('SIGKILL');
  };
  const listen = (limitMs: number) =>
    new Promise<ChildMessage | null>((resolve) => {
      const timer = setTimeout(stop, limitMs);
      hear = (message) => {
        clearTimeout(timer);
        resolve(message);
      };
      if (!isAlive) hear(null);
    });
  const die = () => {
    isAlive = false;
    hear(null);
  };
  child.on('message', (message: ChildMessage) => hear(message));
  child.on('exit', die);
  child.on('error', die);
  child.stderr?.on('data', (text: Buffer) => {
    complaints = (complaints + text.toString()).slice(-2_000);
  });
  const ready = listen(START_LIMIT_MS);

  return {
    isUsable: () => isAlive && tasks < TASKS_MAX,
    async run(task) {
      if ((await ready) === null) {
        log.error({ stderr: complaints }, `A ${program.name} process did not start`);
        throw new Error(`A ${program.name} process did not start.`);
      }
      tasks += 1;
      const startedAt = performance.now();
      const answer = listen(timeLimitMs);
      if (isAlive) child.send(task, () => {});
      const message = await answer;
      if (message && !('isReady' in message)) return message;
      log.warn(
        { task: task.name, stderr: complaints },
        `A ${program.name} process ended in the middle of its task`,
      );
      const cpuMs = performance.now() - startedAt;
      return { refusal: `The ${program.name} process ended.`, cpuMs, hasDied: !isStopped };
    },
    end() {
      if (isAlive) stop();
    },
  };
}
