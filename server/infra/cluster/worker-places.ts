import type { Logger } from 'pino';
import type { LaunchedWorker, ProcessEnd } from '#server/infra/cluster/launch-worker.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';

/** The workers of a machine: each has a place, and a number, that another one takes when it has ended. */

const FIRST_WAIT_MS = 1_000;
const LAST_WAIT_MS = 60_000;
/** A new one migrates a large database in a minute; one that waits for a lock would keep all later ones from being replaced. */
const START_MS = 10 * MINUTE_MS;
const DEATHS_MAX = 5;
/** The database is away: nobody's fault. */
const DATABASE_AWAY = 75;

export interface WorkerPlaces {
  /** Resolves once all serve. Rejects if one of them ends before, after all have ended. */
  start(): Promise<void>;
  /** Puts a new worker in each place, one after the other, and ends the old one once the new one serves. */
  replaceAll(): Promise<void>;
  /** Those that live, in whatever state. */
  list(): readonly LaunchedWorker[];
  /** Ends all of them; none is started anymore. */
  stop(): Promise<void>;
}

interface PlacesOptions {
  count: number;
  launch(number: number): LaunchedWorker;
  log: Pick<Logger, 'info' | 'warn'>;
  /** No worker lives, and starting another has not helped. */
  onHopeless(): void;
}

export function createWorkerPlaces({ count, launch, log, onHopeless }: PlacesOptions): WorkerPlaces {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const living = new Set<LaunchedWorker>();
  const serving = new Map<number, LaunchedWorker>();
  const restarts = createRestarts({ log, onHopeless });
  let isStarted = false;
  let isStopping = false;

  const begin = (number: number): LaunchedWorker => {
    const worker = launch(number);
    const startedAt = performance.now();
    living.add(worker);
    void worker.ended.then((end) => {
      living.delete(worker);
      if (!isStarted || isStopping || serving.get(number) !== worker) return;
      serving.delete(number);
      const death = { number, end, livedMs: performance.now() - startedAt, isLast: living.size === 0 };
      restarts.plan(death, () => void (serving.has(number) || beginAgain(number)));
    });
    return worker;
  };
  const beginAt = (number: number) => {
    const worker = begin(number);
    serving.set(number, worker);
    return worker;
  };
  /** One that does not serve in time is as one that has died. */
  const beginAgain = (number: number) => void readyInTime(beginAt(number), log).catch(() => {});
  const replaceOne = async (number: number) => {
    const next = begin(number);
    await readyInTime(next, log);
    const before = serving.get(number);
    serving.set(number, next);
    await before?.end(true);
  };
  const stop = async () => {
    isStopping = true;
    restarts.stop();
    await Promise.all([...living].map((worker) => worker.end(false)));
  };

  return {
    async start() {
      try {
        // Settings that are wrong are told once, and what a first start makes is made once.
        await beginAt(1).ready;
        isStarted = true;
        await Promise.all(numbers.slice(1).map((number) => beginAt(number).ready));
      } catch (error) {
        await stop();
        throw error;
      }
    },
    replaceAll: runOneByOne(async () => {
      for (const number of numbers) if (!isStopping) await replaceOne(number);
    }),
    list: () => [...living],
    stop,
  };
}

/** Rejects if it ended before it served, as one does that has not begun to in time. */
async function readyInTime(worker: LaunchedWorker, log: PlacesOptions['log']): Promise<void> {
  const overdue = setTimeout(() => {
    log.warn({ worker: worker.number }, 'A new worker did not start in time, and is ended');
    void worker.end(false);
  }, START_MS);
  await worker.ready.finally(() => clearTimeout(overdue));
  if (worker.isEnding()) throw new Error('A new worker did not start in time.');
}

/** Never runs twice at once: whoever asks meanwhile waits for one more run. */
function runOneByOne(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isWantedAgain = false;
  const repeat = async () => {
    do {
      isWantedAgain = false;
      await run();
    } while (isWantedAgain);
  };
  return () => {
    isWantedAgain = running !== undefined;
    running ??= repeat().finally(() => {
      running = undefined;
    });
    return running;
  };
}

interface Death {
  number: number;
  end: ProcessEnd;
  livedMs: number;
  /** None is left. */
  isLast: boolean;
}

/** Starts another after a while: longer each time, unless the last one lived for some time. */
function createRestarts({ log, onHopeless }: Pick<PlacesOptions, 'log' | 'onHopeless'>) {
  const waits = new Map<number, number>();
  const timers = new Set<NodeJS.Timeout>();
  let deaths: number[] = [];
  return {
    plan({ number, end, livedMs, isLast }: Death, start: () => void) {
      const now = performance.now();
      deaths = deaths.filter((at) => at > now - MINUTE_MS);
      if (end.code !== DATABASE_AWAY) deaths.push(now);
      if (isLast && deaths.length >= DEATHS_MAX) return onHopeless();
      const waitMs = livedMs > MINUTE_MS ? FIRST_WAIT_MS : (waits.get(number) ?? FIRST_WAIT_MS);
      waits.set(number, Math.min(waitMs * 2, LAST_WAIT_MS));
      const how = end.code === DATABASE_AWAY ? 'waits for the database' : 'ended unexpectedly';
      const text = `A worker ${how}, and another starts in ${waitMs / 1000} s`;
      log.warn({ worker: number, ...end }, text);
      const timer = setTimeout(() => {
        timers.delete(timer);
        start();
      }, waitMs);
      timers.add(timer);
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
