import { batchCalls } from '#server/infra/batch-calls.ts';
import { DAY_MS } from '#shared/time.ts';

/**
 * Whether what is kept still shows what the database holds. While changes are heard (LISTEN) a kept page is fresh
 * until it is invalidated. While they are not, its version is asked for before it is sent, at most once a second; once
 * they are heard again, each page kept from before is checked once. While the database does not answer at all, what
 * was known to be right within the last 24 hours is good enough: a printed QR code leads to it.
 */

/** The present version of each tag; a tag whose subject is gone is left out. */
export type ReadVersions = (tags: string[]) => Promise<ReadonlyMap<string, string>>;

export interface Stamped {
  /** The version of each tag when the data was read; '' for what was not there. None: the same for ever. */
  readonly versions: ReadonlyMap<string, string>;
  stamp: number;
  /** When this was last known to be right, in milliseconds. */
  checkedAt: number;
}

export interface Freshness {
  /** What to stamp with that is read from now on. */
  stamp(): number;
  isFresh(entry: Stamped): boolean;
  /** Whether it may be sent, after a check where one is due; false when it has changed or is too old to be trusted. */
  mayBeSent(entry: Stamped): Promise<boolean>;
  /** Changes are heard from now on. */
  hear(): void;
  /** Changes are no longer heard; `entries` are all that is kept. */
  lose(entries: Iterable<Stamped>): void;
}

export const ALWAYS = Number.POSITIVE_INFINITY;
const UNCHECKED = 0;
const UNHEARD = -1;

const CHECK_EVERY_MS = 1_000;
/** A check that takes longer holds a page up: the database counts as away. */
const CHECK_TIMEOUT_MS = 250;
const STALE_MS = DAY_MS;
const BATCH_MAX = 500;

/** The same answers in time, or a rejection; what a frozen database owes is never asked for more than twice. */
function createTimedRead(readVersions: ReadVersions): ReadVersions {
  let unanswered = 0;
  return async (tags) => {
    if (unanswered >= 2) throw new Error('The database still owes the answers to earlier checks.');
    unanswered += 1;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The check took too long.')), CHECK_TIMEOUT_MS);
    });
    const answer = readVersions(tags).finally(() => {
      unanswered -= 1;
    });
    // Whoever waited has been told when this fails later.
    answer.catch(() => {});
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
}

export function createFreshness(readVersions: ReadVersions, now: () => number = Date.now): Freshness {
  let current = UNHEARD;
  let last = UNCHECKED;
  let isAway = false;
  let askedAt = 0;
  const readInTime = createTimedRead(readVersions);

  const stamp = () => (current === UNHEARD ? UNCHECKED : current);
  const isFresh = (entry: Stamped) => entry.stamp === current || entry.stamp === ALWAYS;

  async function compare(entries: Stamped[]): Promise<boolean[]> {
    const stampOfRead = stamp();
    const readAt = now();
    const tags = new Set(entries.flatMap(({ versions }) => [...versions.keys()]));
    const versions = await readInTime([...tags]);
    return entries.map((entry) => {
      const isSame = [...entry.versions].every(([tag, version]) => (versions.get(tag) ?? '') === version);
      if (isSame) Object.assign(entry, { stamp: stampOfRead, checkedAt: readAt });
      return isSame;
    });
  }
  const check = batchCalls(compare, { most: BATCH_MAX, isOfOne: () => false });

  /** True or false as the database says; null when it says nothing. */
  async function ask(entry: Stamped): Promise<boolean | null> {
    askedAt = now();
    try {
      const isSame = await check(entry);
      isAway = false;
      return isSame;
    } catch {
      isAway = true;
      return null;
    }
  }

  const isRecent = (entry: Stamped) => now() - entry.checkedAt < STALE_MS;

  return {
    stamp,
    isFresh,
    async mayBeSent(entry) {
      if (isFresh(entry)) return true;
      if (current === UNHEARD && now() - entry.checkedAt < CHECK_EVERY_MS) return true;
      if (!isAway) return (await ask(entry)) ?? isRecent(entry);
      // Nobody waits for a database that is known to be away: it is asked on the side, once a second.
      if (now() - askedAt >= CHECK_EVERY_MS) void ask(entry);
      return isRecent(entry);
    },
    hear() {
      last += 1;
      current = last;
    },
    lose(entries) {
      const at = now();
      for (const entry of entries) if (entry.stamp === current) entry.checkedAt = at;
      current = UNHEARD;
    },
  };
}
