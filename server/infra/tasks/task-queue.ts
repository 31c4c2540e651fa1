import os from 'node:os';
import type { Logger } from 'pino';
import { describeError } from '#server/infra/describe-error.ts';
import { TRIES_MAX } from '#server/infra/thread-pool.ts';
import { createWaitingLine, type WaitingLine } from '#server/infra/waiting-line.ts';
import { AppError } from '#shared/contract/errors.ts';
import { startTaskChild, type Task, type TaskChild, type TaskProgram } from './task-child.ts';

/**
 * Work for child processes that start on demand and end when idle: it uses neither our event loop nor libuv's threads,
 * and a task that crashes its process affects nothing else.
 */

/** `page`: a visitor is waiting for a card. `upload`: an owner is waiting. `background`: nobody is. */
export type TaskLane = 'page' | 'upload' | 'background';

export interface TaskRequest {
  lane: TaskLane;
  /** Whose work it is: each key runs one task at a time, and all keys take turns. */
  key: string;
  /** The file's name in an error message, such as "photo.jpg". */
  name: string;
  /** Told the milliseconds of CPU that the task took, whatever came of it. */
  charge?: (cpuMs: number) => Promise<void>;
}

/** The input and output of each task. */
export type TaskShapes = Record<string, { input: unknown; output: unknown }>;

export interface TaskQueue<Tasks extends TaskShapes> {
  /**
   * Runs one task, from its beginning once more if its process died meanwhile: it must bear being repeated. What cannot
   * be processed, or exceeds the limits of time and memory, is refused with 422; if too many are waiting, with 429 (of
   * one key) or 503 (in total), both with Retry-After.
   */
  run<Name extends keyof Tasks & string>(
    name: Name,
    input: Tasks[Name]['input'],
    request: TaskRequest,
  ): Promise<Tasks[Name]['output']>;
  close(): Promise<void>;
}

/** The messages to people. */
export interface TaskWords {
  busy: string;
  waitForYours: string;
  refused(name: string): string;
}

export interface TaskLimits {
  /** Processes for uploads; pages have another one of their own. */
  processes: number;
  waiting: number;
  waitingOfOne: number;
  /** How long a task may wait, and how long it may run. */
  waitMs: number;
  taskMs: number;
  /** An idle process ends after this long. */
  idleMs: number;
}

const LIMITS: TaskLimits = {
  processes: Math.max(1, os.availableParallelism() - 1),
  waiting: 400,
  waitingOfOne: 40,
  waitMs: 60_000,
  taskMs: 20_000,
  idleMs: 20_000,
};

interface Job {
  task: Task;
  request: TaskRequest;
  timer: NodeJS.Timeout;
  tries: number;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export function createTaskQueue<Tasks extends TaskShapes>(
  program: TaskProgram,
  words: TaskWords,
  log: Logger,
  changed: Partial<TaskLimits> = {},
): TaskQueue<Tasks> {
  const limits = { ...LIMITS, ...changed };
  const busy = () => new AppError('unavailable', words.busy, { retryAfter: 10 });
  const refused = (name: string) => new AppError('invalid', words.refused(name));
  const lines = {
    page: createWaitingLine<Job>(),
    upload: createWaitingLine<Job>(),
    background: createWaitingLine<Job>(),
  };
  const means = { program, log, limits, busy, refused };
  const pools = [
    createPool(means, 1, [lines.page]),
    createPool(means, limits.processes, [lines.upload, lines.background]),
  ];
  let isClosed = false;

  const enqueue = (task: Task, request: TaskRequest) =>
    new Promise<unknown>((resolve, reject) => {
      const line = lines[request.lane];
      if (isClosed || line.count() >= limits.waiting) throw busy();
      // Many visitors may request the same card at once, so pages have no limit per key.
      if (request.lane !== 'page' && line.count(request.key) >= limits.waitingOfOne) {
        throw new AppError('too_many_requests', words.waitForYours, { retryAfter: 10 });
      }
      const timer = setTimeout(giveUp, limits.waitMs);
      const job: Job = { task, request, tries: 0, resolve, reject, timer };
      function giveUp() {
        if (line.remove(request.key, job)) reject(busy());
      }
      line.add(request.key, job);
      for (const pool of pools) pool.wake();
    });

  return {
    // The child pairs each task's name with its input and output, as `Tasks` does.
    run: async (name, input, request) =>
      (await enqueue({ name, input }, request)) as Tasks[typeof name]['output'],
    async close() {
      isClosed = true;
      for (const job of Object.values(lines).flatMap((line) => line.drain())) {
        clearTimeout(job.timer);
        job.reject(busy());
      }
      for (const pool of pools) pool.close();
    },
  };
}

function takeFirst(lines: WaitingLine<Job>[]) {
  for (const line of lines) {
    const taken = line.take();
    if (taken) return { line, ...taken };
  }
  return null;
}

/** Idle processes, which end if no work comes for a while. */
function createIdleChildren(idleMs: number) {
  const idle: { child: TaskChild; timer: NodeJS.Timeout }[] = [];
  return {
    add(child: TaskChild): void {
      const timer = setTimeout(() => {
        idle.splice(0, idle.length, ...idle.filter((one) => one.child !== child));
        child.end();
      }, idleMs);
      idle.push({ child, timer });
    },
    /** A usable process, the most recently used first. */
    take(): TaskChild | undefined {
      for (let found = idle.pop(); found; found = idle.pop()) {
        clearTimeout(found.timer);
        if (found.child.isUsable()) return found.child;
      }
      return undefined;
    },
    end(): void {
      for (const { child, timer } of idle.splice(0)) {
        clearTimeout(timer);
        child.end();
      }
    },
  };
}

interface PoolMeans {
  program: TaskProgram;
  log: Logger;
  limits: TaskLimits;
  busy(): AppError;
  refused(name: string): AppError;
}

/** Up to `size` processes that work through these lines, the first line first. */
function createPool(
  { program, log, limits, busy, refused }: PoolMeans,
  size: number,
  lines: WaitingLine<Job>[],
) {
  const idle = createIdleChildren(limits.idleMs);
  const working = new Set<TaskChild>();
  let isClosed = false;

  const rest = (child: TaskChild) => {
    working.delete(child);
    if (isClosed || !child.isUsable()) return child.end();
    idle.add(child);
  };
  const work = async (line: WaitingLine<Job>, key: string, job: Job): Promise<void> => {
    const { task, request, resolve, reject } = job;
    clearTimeout(job.timer);
    job.tries += 1;
    let child: TaskChild | undefined;
    let isAgain = false;
    try {
      child = idle.take() ?? startTaskChild(program, log, limits.taskMs);
      working.add(child);
      const outcome = await child.run(task);
      await request.charge?.(outcome.cpuMs);
      isAgain = !isClosed && outcome.hasDied === true && job.tries < TRIES_MAX;
      if ('output' in outcome) resolve(outcome.output);
      // A process that we ended says nothing about its task.
      else if (!isAgain) reject(isClosed ? busy() : refused(request.name));
    } catch (error) {
      // `task-child.ts` logs why a process ended; only one that could not be started is logged here.
      if (!child) log.error({ error: describeError(error) }, `No ${program.name} process could be started`);
      reject(busy());
    }
    if (child) rest(child);
    if (isAgain) return work(line, key, job);
    line.release(key);
    wake();
  };
  const wake = () => {
    while (!isClosed && working.size < size) {
      const next = takeFirst(lines);
      if (!next) return;
      void work(next.line, next.key, next.job);
    }
  };
  return {
    wake,
    close() {
      isClosed = true;
      idle.end();
      for (const child of working) child.end();
    },
  };
}
