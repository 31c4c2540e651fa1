import { AppError } from '#shared/errors.ts';

/** Limits how many exports run at once: each uses a connection now and then, and a core for its compression. */

/** Exports that run at the same time in one process. */
const AT_ONCE = 4;
/** How long an export waits for its turn, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** How many exports may wait: of one account, and of all. */
const WAITING_OF_ACCOUNT = 5;
const WAITING = 100;

export interface ExportGate {
  /**
   * Waits until `account` may export, one export at a time, and resolves to the function to call at its end. Throws 429
   * with Retry-After if the account's own exports take too long, 503 if those of others do.
   */
  enter(account: string): Promise<() => void>;
  /** Refuses all that are waiting. */
  close(): void;
}

interface Waiting {
  account: string;
  start(): void;
  refuse(): void;
}

export function createExportGate({ atOnce = AT_ONCE, timeoutMs = TIMEOUT_MS } = {}): ExportGate {
  const running = new Set<string>();
  let waiting: Waiting[] = [];
  const retryAfter = Math.max(1, Math.ceil(timeoutMs / 1000));

  const refusal = (account: string) =>
    running.has(account)
      ? new AppError(
          'too_many_requests',
          'Another export of yours is still running. Please try again when it is done.',
          {
            retryAfter,
          },
        )
      : new AppError('unavailable', 'Too many exports are running right now. Please try again in a minute.', {
          retryAfter,
        });

  const begin = (account: string) => {
    running.add(account);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      running.delete(account);
      const next = waiting.find((one) => !running.has(one.account));
      if (running.size < atOnce) next?.start();
    };
  };

  return {
    async enter(account) {
      if (running.size < atOnce && !running.has(account)) return begin(account);
      const own = waiting.filter((one) => one.account === account);
      if (own.length >= WAITING_OF_ACCOUNT || waiting.length >= WAITING) throw refusal(account);
      return new Promise((resolve, reject) => {
        const leave = () => {
          clearTimeout(timer);
          waiting = waiting.filter((one) => one !== self);
        };
        const self: Waiting = {
          account,
          start() {
            leave();
            resolve(begin(account));
          },
          refuse() {
            leave();
            reject(refusal(account));
          },
        };
        const timer = setTimeout(self.refuse, timeoutMs);
        waiting.push(self);
      });
    },
    close() {
      for (const one of waiting) one.refuse();
    },
  };
}
