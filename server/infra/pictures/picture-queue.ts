import os from 'node:os';
import type { Logger } from 'pino';
import { AppError } from '#shared/errors.ts';
import { type PictureChild, startPictureChild } from './picture-child.ts';
import type { PictureTask, PictureTasks, TaskName, TaskOutput } from './picture-tasks.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/**
 * All work on pictures, done by child processes that start on demand and end when idle: decoding uses neither our event
 * loop nor libuv's threads, and a picture that crashes its process affects nothing else.
 */

/** `page`: a visitor is waiting for a card. `upload`: an owner is waiting. `background`: nobody is. */
export type PictureLane = 'page' | 'upload' | 'background';

export interface PictureRequest {
  lane: PictureLane;
  /** Whose work it is: each key runs one task at a time, and all keys take turns. */
  key: string;
  /** The file's name in an error message, such as "photo.jpg". */
  name: string;
}

export interface PictureQueue {
  /**
   * Runs one task. A picture that cannot be processed, or exceeds the limits of time and memory, is refused with 422;
   * if too many are waiting, with 429 (of one key) or 503 (in total), both with Retry-After.
   */
  run<Name extends TaskName>(
    name: Name,
    input: PictureTasks[Name]['input'],
    request: PictureRequest,
  ): Promise<PictureTasks[Name]['output']>;
  close(): Promise<void>;
}

export interface PictureLimits {
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

const LIMITS: PictureLimits = {
  processes: Math.max(1, os.availableParallelism() - 1),
  waiting: 400,
  waitingOfOne: 40,
  waitMs: 60_000,
  taskMs: 20_000,
  idleMs: 20_000,
};

interface Job {
  task: PictureTask;
  request: PictureRequest;
  timer: NodeJS.Timeout;
  resolve(output: TaskOutput): void;
  reject(error: unknown): void;
}

const busy = () =>
  new AppError('unavailable', 'Many pictures are being processed right now. Please try again in a moment.', {
    retryAfter: 10,
  });
const waitForYours = () =>
  new AppError(
    'too_many_requests',
    'Your other pictures are still being processed. Please try again in a moment.',
    {
      retryAfter: 10,
    },
  );
const unreadable = (name: string) =>
  new AppError('invalid', `Could not process ${name}. Please try a different image.`);

export function createPictureQueue(log: Logger, changed: Partial<PictureLimits> = {}): PictureQueue {
  const limits = { ...LIMITS, ...changed };
  const lines = {
    page: createWaitingLine<Job>(),
    upload: createWaitingLine<Job>(),
    background: createWaitingLine<Job>(),
  };
  const pools = [
    createPool(log, 1, [lines.page], limits),
    createPool(log, limits.processes, [lines.upload, lines.background], limits),
  ];
  let isClosed = false;

  const enqueue = (task: PictureTask, request: PictureRequest) =>
    new Promise<TaskOutput>((resolve, reject) => {
      const line = lines[request.lane];
      if (isClosed || line.count() >= limits.waiting) throw busy();
      // Many visitors may request the same card at once, so pages have no limit per key.
      if (request.lane !== 'page' && line.count(request.key) >= limits.waitingOfOne) throw waitForYours();
      const job: Job = { task, request, resolve, reject, timer: setTimeout(giveUp, limits.waitMs) };
      function giveUp() {
        if (line.remove(request.key, job)) reject(busy());
      }
      line.add(request.key, job);
      for (const pool of pools) pool.wake();
    });

  return {
    run: async (name, input, request) =>
      // `PictureTasks` pairs each task's name with its input and output.
      (await enqueue({ name, input } as PictureTask, request)) as PictureTasks[typeof name]['output'],
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
  const idle: { child: PictureChild; timer: NodeJS.Timeout }[] = [];
  return {
    add(child: PictureChild): void {
      const timer = setTimeout(() => {
        idle.splice(0, idle.length, ...idle.filter((one) => one.child !== child));
        child.end();
      }, idleMs);
      idle.push({ child, timer });
    },
    /** A usable process, the most recently used first. */
    take(): PictureChild | undefined {
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

/** Up to `size` processes that work through these lines, the first line first. */
function createPool(log: Logger, size: number, lines: WaitingLine<Job>[], limits: PictureLimits) {
  const idle = createIdleChildren(limits.idleMs);
  const working = new Set<PictureChild>();
  let isClosed = false;

  const rest = (child: PictureChild) => {
    working.delete(child);
    if (isClosed || !child.isUsable()) return child.end();
    idle.add(child);
  };
  const work = async (
    line: WaitingLine<Job>,
    key: string,
    { task, request, timer, resolve, reject }: Job,
  ) => {
    clearTimeout(timer);
    let child: PictureChild | undefined;
    try {
      child = idle.take() ?? startPictureChild(log, limits.taskMs);
      working.add(child);
      const outcome = await child.run(task);
      if ('output' in outcome) resolve(outcome.output);
      else reject(unreadable(request.name));
    } catch (error) {
      // `picture-child.ts` logs why a process ended; only one that could not be started is logged here.
      if (!child) log.error({ error: String(error) }, 'No picture process could be started');
      reject(busy());
    }
    if (child) rest(child);
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
