import os from 'node:os';
import type { Logger } from 'pino';
import { AppError } from '#shared/errors.ts';
import { type PictureChild, startPictureChild } from './picture-child.ts';
import type { PictureTask, PictureTasks, TaskName, TaskOutput } from './picture-tasks.ts';
import { createWaitingLine, type WaitingLine } from './waiting-line.ts';

/**
 * All work on pictures, done by child processes that start on demand and end when there is nothing to do: decoding
 * shares neither our event loop nor libuv's threads, and a picture that kills its process spoils nothing else.
 */

/** `page`: somebody looks at a card and waits. `upload`: an owner waits. `background`: nobody does. */
export type PictureLane = 'page' | 'upload' | 'background';

export interface PictureRequest {
  lane: PictureLane;
  /** Whose work it is: one at a time for each, and all in turns. */
  key: string;
  /** What the file is called in a refusal, such as "photo.jpg". */
  name: string;
}

export interface PictureQueue {
  /**
   * Does one task. A picture that cannot be processed, or not within bounds of time and memory, is refused with 422; too
   * many that wait with 429 (of one key) or 503 (of all), both with Retry-After.
   */
  run<Name extends TaskName>(
    name: Name,
    input: PictureTasks[Name]['input'],
    request: PictureRequest,
  ): Promise<PictureTasks[Name]['output']>;
  close(): Promise<void>;
}

export interface PictureLimits {
  /** Processes for uploads; pages have one of their own beside these. */
  processes: number;
  waiting: number;
  waitingOfOne: number;
  /** How long a task may wait, and then take. */
  waitMs: number;
  taskMs: number;
  /** A process without work ends after this. */
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
      // A card that many look at may be asked for often.
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
      // A task's name and its input, and its output, belong together by `PictureTasks`.
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

/** Processes without work, which end when none comes for a while. */
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
    /** One that can be used, the last that worked. */
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

/** Up to `size` processes that work off these lines, the first line first. */
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
      // `picture-child.ts` has logged why a process ended; one that the system refuses never begins.
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
