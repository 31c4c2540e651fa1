import { AppError } from '#shared/contract/errors.ts';

/**
 * Waits for reads while the database responds to any of them. A database that is frozen or cut off accepts queries but
 * never responds: visitors are told within a second, while slow results from a busy machine are still waited for.
 */
export interface ReadTimeout {
  /**
   * The result of `read`. Throws `unavailable` after 900 ms without a response to any read; while that lasts, throws at
   * once, except that one read per half second is let through to check.
   */
  within<Result>(read: () => Promise<Result>): Promise<Result>;
}

const TIMEOUT_MS = 900;
const ASK_EVERY_MS = 500;

export const databaseAway = () =>
  new AppError('unavailable', 'Goldleaf is restarting. Please try again in a moment.', { retryAfter: 2 });

export function createReadTimeout(now: () => number = () => performance.now()): ReadTimeout {
  let answeredAt = 0;
  let askedAt = 0;
  let isAway = false;

  const leftSince = (startedAt: number) => Math.max(startedAt, answeredAt) + TIMEOUT_MS - now();

  /** Calls back once no read has had a response for too long; returns a function that stops waiting. */
  function onSilence(startedAt: number, call: () => void): () => void {
    let timer: NodeJS.Timeout;
    let turn: NodeJS.Immediate;
    const look = () => {
      const left = leftSince(startedAt);
      if (left <= 0) call();
      else wait(left);
    };
    const wait = (left: number) => {
      // Responses that arrived while the process was busy are processed first.
      timer = setTimeout(() => {
        turn = setImmediate(look);
      }, left);
    };
    wait(leftSince(startedAt));
    return () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
  }

  return {
    within(read) {
      const startedAt = now();
      if (isAway && startedAt - askedAt < ASK_EVERY_MS) return Promise.reject(databaseAway());
      askedAt = startedAt;
      return new Promise((resolve, reject) => {
        const stopWaiting = onSilence(startedAt, () => {
          isAway = true;
          reject(databaseAway());
        });
        read()
          .then((result) => {
            answeredAt = now();
            isAway = false;
            resolve(result);
          }, reject)
          .finally(stopWaiting);
      });
    },
  };
}
