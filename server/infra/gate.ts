import { countForLists } from '#server/db/connection-plan.ts';
import { createWaitingLine } from '#server/infra/waiting-line.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Limits how much costly work runs at once, of one account and of all: each uses a connection to the database and time
 * of the event loop that everybody else needs, too (docs/decisions/296).
 */

export interface GateRules {
  /** How many run at the same time in one process: of all accounts, and of one. */
  atOnce: number;
  ofAccount: number;
  /** How many may wait: of all accounts, and of one. */
  waiting: number;
  waitingOfAccount: number;
  /** How long one waits for its turn, in milliseconds. */
  timeoutMs: number;
  /** How many times as long as it was taken an account's place then stays empty, so that nobody keeps a core busy. */
  rests: number;
  /** The message if the person's own work takes the places, and the one if it is the work of others. */
  yours: string;
  others: string;
}

/** Exports: each uses a connection now and then, and a core for its compression. */
export const EXPORTS: GateRules = {
  atOnce: 4,
  ofAccount: 1,
  waiting: 100,
  waitingOfAccount: 5,
  timeoutMs: 30_000,
  rests: 0,
  yours: 'Another of your exports is still running. Please try again when it’s done.',
  others: 'Too many exports are running right now. Please try again in a minute.',
};

/** Reads of an owner's lists, each on one connection: half of the pool at most (`server/db/open.ts`). */
export const LIST_READS: GateRules = {
  atOnce: 8,
  ofAccount: 2,
  waiting: 500,
  waitingOfAccount: 50,
  timeoutMs: 10_000,
  rests: 2,
  yours: 'Your other requests are still loading. Please try again in a moment.',
  others: 'Goldleaf is busy. Please try again in a moment.',
};

/** Files that are being kept: where they go over a network, one account must not take all of it. */
export const KEEPS: GateRules = {
  atOnce: 16,
  ofAccount: 2,
  waiting: 500,
  waitingOfAccount: 50,
  timeoutMs: 20_000,
  rests: 0,
  yours: 'Your other uploads are still being saved. Please try again in a moment.',
  others: 'Too many files are being saved right now. Please try again in a moment.',
};

export interface Gate {
  /**
   * Waits for a place and resolves to the function to call at the end; all accounts take turns. Throws 429 with
   * Retry-After if the account's own work takes too long, 503 if that of others does.
   */
  enter(account: string): Promise<() => void>;
  /** True while an account has all the places that it may have. */
  isBusy(account: string): boolean;
  /** True while somebody waits because others have all places. */
  isFull(): boolean;
  /** Refuses all that are waiting. */
  close(): void;
}

/** A read that a busy machine made slow must not make its owner wait for long. */
const REST_MAX_MS = 500;

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Ends with one of the two: its turn, or a refusal, at the latest when the time is over. */
function waitFor(timeoutMs: number, onTurn: () => void, onRefusal: () => void): Waiting {
  const once = (act: () => void) => () => {
    clearTimeout(timer);
    act();
  };
  const job = { start: once(onTurn), refuse: once(onRefusal) };
  const timer = setTimeout(job.refuse, timeoutMs);
  return job;
}

function createRefusal({ timeoutMs, yours, others }: GateRules, isOwn: boolean): AppError {
  const retryAfter = Math.max(1, Math.ceil(timeoutMs / 1000));
  return isOwn
    ? new AppError('too_many_requests', yours, { retryAfter })
    : new AppError('unavailable', others, { retryAfter });
}

export function createGate(rules: GateRules): Gate {
  const line = createWaitingLine<Waiting>(rules.ofAccount);
  let running = 0;

  const refusal = (account: string) => createRefusal(rules, line.isBusy(account));
  const startNext = () => {
    while (running < rules.atOnce) {
      const next = line.take();
      if (!next) return;
      running += 1;
      next.job.start();
    }
  };
  const leaverOf = (account: string) => {
    const startedAt = performance.now();
    let isOver = false;
    const release = () => {
      line.release(account);
      startNext();
    };
    return () => {
      if (isOver) return;
      isOver = true;
      running -= 1;
      const restMs = Math.min((performance.now() - startedAt) * rules.rests, REST_MAX_MS);
      if (restMs < 1) return release();
      setTimeout(release, restMs).unref();
      // The place of all accounts is free at once.
      startNext();
    };
  };

  return {
    enter(account) {
      return new Promise((resolve, reject) => {
        const mustWait = running >= rules.atOnce || line.isBusy(account);
        if (mustWait && (line.count(account) >= rules.waitingOfAccount || line.count() >= rules.waiting)) {
          reject(refusal(account));
          return;
        }
        const refuse = () => {
          line.remove(account, job);
          reject(refusal(account));
        };
        const job = waitFor(rules.timeoutMs, () => resolve(leaverOf(account)), refuse);
        line.add(account, job);
        startNext();
      });
    },
    isBusy: line.isBusy,
    isFull: line.canTake,
    close() {
      for (const one of line.drain()) one.refuse();
    },
  };
}

/** The gates of a process with so many connections: half of them for lists, a quarter for exports. */
export const createGates = (connections: number) => ({
  exports: createGate({ ...EXPORTS, atOnce: Math.ceil(connections / 4) }),
  listReads: createGate({ ...LIST_READS, atOnce: countForLists(connections) }),
  keeps: createGate(KEEPS),
});
