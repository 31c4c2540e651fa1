import { AppError } from '#shared/errors.ts';

/**
 * Waits for reads as long as the database answers anyone. One that is frozen or cut off takes queries and never
 * answers: who looks hears of it within a second, while a slow answer on a busy machine is waited for.
 */
export interface ReadTimeout {
  /**
   * What `read` answers; throws `unavailable` after 900 ms in which no read has been answered, and at once while that is
   * known, but for one read in half a second that finds out.
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

  /** Calls back once nobody has been answered for too long; answers how to stop waiting. */
  function onSilence(startedAt: number, call: () => void): () => void {
    let timer: NodeJS.Timeout;
    let turn: NodeJS.Immediate;
    const look = () => {
      const left = leftSince(startedAt);
      if (left <= 0) call();
      else wait(left);
    };
    const wait = (left: number) => {
      // Answers that arrived while the process was busy are read before it is judged.
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
