import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { createThreadPool, type ThreadTurn } from '#server/infra/thread-pool.ts';
import { AppError } from '#shared/contract/errors.ts';

declare module '#server/context.ts' {
  interface AppContext {
    passwords: PasswordThreads;
  }
}

/**
 * Argon2 in threads of its own. Its asynchronous calls would occupy libuv's four threads, which the whole process
 * shares for file reads and DNS lookups, even if a worker thread made them; its synchronous calls occupy only the
 * thread they run in.
 */

/** Argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Priority below the main thread, in steps of setpriority(2). */
const NICENESS = 5;
/** At 16 ms each, the last in a full queue waits for seconds; beyond that it is better to refuse. */
const WAITING_MAX = 200;
const RETRY_AFTER_SECONDS = 5;

/** Plain text: a separate file would have to run alike in development, in tests and in the bundle. */
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
  /** Resolves to the text to store for a password. Throws 503 with Retry-After when too many wait. */
  hash(password: string, turn: ThreadTurn): Promise<string>;
  /**
   * Resolves to whether `stored`, made by `hash`, matches the password. Throws 503 with Retry-After when too many wait.
   */
  verify(stored: string, password: string, turn: ThreadTurn): Promise<boolean>;
  /** Ends the threads and refuses all waiting requests. */
  close(): Promise<void>;
}

interface Work {
  password: string;
  /** Null requests a new hash. */
  stored: string | null;
}

function startThread(): Worker {
  const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2');
  // Without the flags of this process: the thread does not need the TypeScript loader.
  return new Worker(THREAD, {
    eval: true,
    execArgv: [],
    workerData: { argon2, cost: COST, niceness: NICENESS },
  });
}

/** Leaves one core for everything else. */
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
