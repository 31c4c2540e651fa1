import type { Logger } from 'pino';
import { describeError } from '#server/infra/describe-error.ts';

/**
 * Work whose times stand in rows of the database: done when the next of them comes, in the process itself, so that
 * looking leaves no job. Nothing is lost with a process: the rows last, and each process looks at them at its start.
 */

/**
 * Does all that is due, and resolves to the milliseconds until the next is; null if nothing waits. Once `stopping` is
 * aborted, it ends after what it is in the middle of: the rest is done at the next start.
 */
export type DueWork = (stopping: AbortSignal) => Promise<number | null>;

export interface DueWatch {
  start(): void;
  /** Looks again at once: something may be due earlier than was known. */
  wake(): void;
  /** Looks no more, and waits for the step that is being done. */
  stop(): Promise<void>;
}

/** The longest between two looks: another process that was to do it may have died. */
const LOOK_MS = 60_000;
const RETRY_MS = 5_000;

interface Watching {
  /** It failed, and is retried. */
  onFailure?(name: string): void;
  /** The shortest time between two looks, for work that is woken many times a second. */
  leastMs?: number | undefined;
}

/** `work` must tolerate that another process does the same at the same time. */
export function watchDue(
  name: string,
  work: DueWork,
  log: Logger,
  { onFailure, leastMs = 0 }: Watching = {},
): DueWatch {
  const stopping = new AbortController();
  let isOn = false;
  let isWoken = false;
  let restsUntil = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const arm = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(look, ms);
    timer.unref();
  };
  const armSoon = () => arm(Math.max(0, restsUntil - performance.now()));
  const look = () => {
    isWoken = false;
    restsUntil = performance.now() + leastMs;
    running = work(stopping.signal)
      .then((ms) => Math.min(Math.max(ms ?? LOOK_MS, 0), LOOK_MS))
      .catch((error: unknown) => {
        onFailure?.(name);
        log.warn({ due: name, error: describeError(error) }, 'What is due has to wait');
        return RETRY_MS;
      })
      .then((ms) => {
        running = undefined;
        if (isOn && isWoken) armSoon();
        else if (isOn) arm(ms);
      });
  };
  return {
    start() {
      isOn = true;
      arm(0);
    },
    wake() {
      if (isWoken) return;
      isWoken = true;
      if (isOn && !running) armSoon();
    },
    async stop() {
      isOn = false;
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
