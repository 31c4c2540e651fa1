import type { Worker } from 'node:worker_threads';
import { createFairQueue } from '#server/infra/fair-queue.ts';

/** Runs jobs in worker threads that start when there is work and end when there is none. */

/** An idle thread ends after this long, to free its memory. */
const IDLE_MS = 30_000;
/** A system that has no thread left may have one by then. */
const START_AGAIN_MS = 1_000;
/** A job whose thread or process died is retried once; after a second death it is to blame. */
export const TRIES_MAX = 2;

/** Where a job waits in line. */
export interface ThreadTurn {
  /** Known browsers and sessions have a lane that strangers cannot fill. */
  lane: 'known' | 'unknown';
  /** Jobs with the same address share one turn: the subscriber's network address. */
  address: string;
}

export interface ThreadPool<Work, Value> {
  /**
   * Runs `work` in a thread. Rejects with `refusal()` if too many jobs are waiting, or with the thread's error text if
   * it failed.
   */
  run(work: Work, turn: ThreadTurn): Promise<Value>;
  /** Ends the threads and refuses all waiting jobs. */
  close(): Promise<void>;
}

/** A thread's response to each message. */
export type ThreadAnswer<Value> = { value: Value } | { error: string };

interface Job<Work, Value> {
  work: Work;
  turn: ThreadTurn;
  tries: number;
  resolve(value: Value): void;
  reject(error: Error): void;
}

interface Thread<Work, Value> {
  worker: Worker;
  job: Job<Work, Value> | undefined;
  idle: NodeJS.Timeout | undefined;
}

export interface ThreadPoolOptions {
  /** Starts a thread, or throws if there is none; it responds to each message with a `ThreadAnswer`. */
  start: () => Worker;
  /** Most threads at once. */
  threadsMax: number;
  /** Most waiting jobs in each lane. */
  waitingMax: number;
  refusal: () => Error;
}

/** Two lanes served in turn, so that neither delays the other. */
function createLanes<Item>(waitingMax: number) {
  const lanes = { known: createFairQueue<Item>(waitingMax), unknown: createFairQueue<Item>(waitingMax) };
  let isKnownNext = true;
  return {
    add: ({ lane, address }: ThreadTurn, item: Item) => lanes[lane].add(address, item),
    take(): Item | undefined {
      isKnownNext = !isKnownNext;
      const [first, second] = isKnownNext ? [lanes.known, lanes.unknown] : [lanes.unknown, lanes.known];
      return first.take() ?? second.take();
    },
  };
}

interface ThreadListeners<Work, Value> {
  /** It has no job any more. */
  onFree(thread: Thread<Work, Value>): void;
  /** It has ended, in the middle of its job if it has one. */
  onEnd(thread: Thread<Work, Value>): void;
}

/** Null where the system has no thread for us. */
function openThread<Work, Value>(
  { start }: ThreadPoolOptions,
  { onFree, onEnd }: ThreadListeners<Work, Value>,
): Thread<Work, Value> | null {
  let worker: Worker;
  try {
    worker = start();
  } catch {
    return null;
  }
  const thread: Thread<Work, Value> = { worker, job: undefined, idle: undefined };
  worker.on('message', (answer: ThreadAnswer<Value>) => {
    const { job } = thread;
    thread.job = undefined;
    if ('error' in answer) job?.reject(new Error(answer.error));
    else job?.resolve(answer.value);
    onFree(thread);
  });
  // Every death is also reported as `exit`; without this listener, its `error` would end our process.
  worker.on('error', () => {});
  worker.on('exit', () => {
    clearTimeout(thread.idle);
    onEnd(thread);
  });
  return thread;
}

function give<Work, Value>(thread: Thread<Work, Value>, job: Job<Work, Value>): void {
  clearTimeout(thread.idle);
  thread.job = job;
  job.tries += 1;
  thread.worker.postMessage(job.work);
}

export function createThreadPool<Work, Value>(options: ThreadPoolOptions): ThreadPool<Work, Value> {
  const { threadsMax, waitingMax, refusal } = options;
  const lanes = createLanes<Job<Work, Value>>(waitingMax);
  const threads = new Set<Thread<Work, Value>>();
  let isClosed = false;
  let startAgain: NodeJS.Timeout | undefined;

  const end = (thread: Thread<Work, Value>) => {
    threads.delete(thread);
    return thread.worker.terminate();
  };
  /** Gives it to a new thread; if none can start, it waits for one, and this returns false. */
  const begin = (job: Job<Work, Value>): boolean => {
    const thread = openThread(options, { onFree, onEnd });
    if (thread) {
      threads.add(thread);
      give(thread, job);
    } else {
      lanes.add(job.turn, job)?.reject(refusal());
      startAgain ??= setTimeout(beginWaiting, START_AGAIN_MS).unref();
    }
    return thread !== null;
  };
  const beginWaiting = () => {
    startAgain = undefined;
    const next = threads.size < threadsMax ? lanes.take() : undefined;
    if (next && begin(next)) beginWaiting();
  };
  const onFree = (thread: Thread<Work, Value>) => {
    const next = lanes.take();
    if (next) give(thread, next);
    else thread.idle = setTimeout(() => void end(thread), IDLE_MS).unref();
  };
  const onEnd = (thread: Thread<Work, Value>) => {
    threads.delete(thread);
    const { job } = thread;
    const isOver = isClosed || (job?.tries ?? 0) >= TRIES_MAX;
    if (isOver) job?.reject(refusal());
    const next = (isOver ? undefined : job) ?? lanes.take();
    if (next) begin(next);
  };

  return {
    run: (work, turn) =>
      new Promise((resolve, reject) => {
        const job = { work, turn, tries: 0, resolve, reject };
        const idle = [...threads].find((thread) => !thread.job);
        if (isClosed) reject(refusal());
        else if (idle) give(idle, job);
        else if (threads.size < threadsMax) begin(job);
        else lanes.add(turn, job)?.reject(refusal());
      }),
    async close() {
      isClosed = true;
      clearTimeout(startAgain);
      for (let job = lanes.take(); job; job = lanes.take()) job.reject(refusal());
      await Promise.all([...threads].map(end));
    },
  };
}
