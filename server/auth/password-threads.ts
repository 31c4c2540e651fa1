import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createThreadPool, type Turn } from '#server/infra/thread-pool.ts';
import { AppError } from '#shared/errors.ts';

declare module '#server/context.ts' {
  interface AppContext {
    passwords: PasswordThreads;
  }
}

/**
 * Argon2 in threads of its own. Its asynchronous calls would run in libuv's four threads, which file reads and name
 * look-ups of the whole process share, also when a worker thread makes them; its synchronous calls keep only the
 * thread they are made in.
 */

/** Argon2id with the parameters of OWASP's password storage advice: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Steps of setpriority(2) behind the thread that answers. */
const NICENESS = 5;
/** Some 16 ms each: the last in a full line has waited for seconds, and whoever comes then is better told so. */
const WAITING_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

/** Plain text: a thread of its own file would need one that runs alike in development, in tests and in the bundle. */
const THREAD = `
  const os = require('node:os');
  const { parentPort, workerData } = require('node:worker_threads');
  // Only on Linux is a thread's priority its own: visitors' pages go before passwords where cores are short.
  if (process.platform === 'linux') os.setPriority(0, Math.min(19, os.getPriority(0) + workerData.niceness));
  const { hashSync, verifySync } = require(workerData.argon2);
  parentPort.on('message', ({ password, stored }) => {
    try {
      const value = stored === null ? hashSync(password, workerData.cost) : verifySync(stored, password);
      parentPort.postMessage({ value });
    } catch (error) {
      parentPort.postMessage({ error: 'A password could not be checked: ' + error.message });
    }
  });`;

export interface PasswordThreads {
  /** The text to store for a password. Throws 503 with Retry-After when too many wait. */
  hash(password: string, turn: Turn): Promise<string>;
  /** Whether `stored`, made by `hash`, is the password's. Throws 503 with Retry-After when too many wait. */
  verify(stored: string, password: string, turn: Turn): Promise<boolean>;
  /** Ends the threads and refuses whoever still waits. */
  close(): Promise<void>;
}

interface Work {
  password: string;
  /** Null asks for a new hash. */
  stored: string | null;
}

function startThread(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
  // Without the flags of this process: a loader for TypeScript is nothing the thread needs.
  return new Worker(THREAD, {
    eval: true,
    execArgv: [],
    workerData: { argon2, cost: COST, niceness: NICENESS },
  });
}

/** One core is left to everything else. */
export function createPasswordThreads(
  threadsMax = Math.max(1, availableParallelism() - 1),
  waitingMax = WAITING_MAX,
): PasswordThreads {
  const threads = createThreadPool<Work, string | boolean>({
    start: startThread,
    threadsMax,
    waitingMax,
    refusal: () =>
      new AppError('unavailable', 'Too many people are signing in right now. Please try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      }),
  });
  return {
    hash: async (password, turn) => String(await threads.run({ password, stored: null }, turn)),
    verify: async (stored, password, turn) => (await threads.run({ password, stored }, turn)) === true,
    close: () => threads.close(),
  };
}
