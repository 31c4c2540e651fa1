import { batchCalls } from '#server/infra/batch-calls.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/**
 * True if a kept page still shows what the database holds. While change notifications (LISTEN) arrive, a kept page is
 * fresh until it is invalidated. While they are lost, its version is checked before it is sent, at most once a second;
 * when they are back, each older page is checked once. While the database does not respond at all, a page that was
 * right at some time in the last 24 hours is good enough: a printed QR code leads to it (docs/decisions/077).
 */

/** The current version of each tag; tags whose subject is gone are left out. */
export type ReadVersions = (tags: string[]) => Promise<ReadonlyMap<string, string>>;

export interface Stamped {
  /** The version of each tag when the data was read; '' for what did not exist. Empty if the page never changes. */
  readonly versions: ReadonlyMap<string, string>;
  stamp: number;
  /** When this was last known to be right, in milliseconds. */
  checkedAt: number;
}

export interface Freshness {
  /** The stamp for data that is read from now on. */
  stamp(): number;
  isFresh(entry: Stamped): boolean;
  /** Checks the entry if a check is due; false if it has changed or is too old to be trusted. */
  mayBeSent(entry: Stamped): Promise<boolean>;
  /** Change notifications arrive from now on. */
  hear(): void;
  /** Change notifications are lost; `entries` are all kept pages. */
  lose(entries: Iterable<Stamped>): void;
  /** How many were sent although the database could not be asked, and whether change notifications arrive. */
  count(): { unchecked: number; isHearing: boolean };
}

export const ALWAYS = Number.POSITIVE_INFINITY;
const UNCHECKED = 0;
const UNHEARD = -1;

const CHECK_EVERY_MS = 1_000;
/** A check that takes longer would delay the page: the database counts as unavailable. */
const CHECK_TIMEOUT_MS = 250;
const STALE_MS = DAY_MS;
const BATCH_MAX = 500;

/** Reads versions with a timeout; a frozen database never has more than two reads pending. */
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
    // By the time this fails, its caller has already been told.
    answer.catch(() => {});
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  };
}

/** Compares kept pages with the database, all in one read; what is the same is stamped. */
const createCompare =
  (readVersions: ReadVersions, stamp: () => number, now: () => number) =>
  async (entries: Stamped[]): Promise<boolean[]> => {
    const stampOfRead = stamp();
    const readAt = now();
    const tags = new Set(entries.flatMap(({ versions }) => [...versions.keys()]));
    const versions = await readVersions([...tags]);
    return entries.map((entry) => {
      const isSame = [...entry.versions].every(([tag, version]) => (versions.get(tag) ?? '') === version);
      if (isSame) Object.assign(entry, { stamp: stampOfRead, checkedAt: readAt });
      return isSame;
    });
  };

export function createFreshness(readVersions: ReadVersions, now: () => number): Freshness {
  let current = UNHEARD;
  let last = UNCHECKED;
  let isAway = false;
  let askedAt = 0;
  let unchecked = 0;

  const stamp = () => (current === UNHEARD ? UNCHECKED : current);
  const isFresh = (entry: Stamped) => entry.stamp === current || entry.stamp === ALWAYS;

  const check = batchCalls(createCompare(createTimedRead(readVersions), stamp, now), {
    most: BATCH_MAX,
  });

  /** True or false as the database says; null when it does not respond. */
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

  const isRecent = (entry: Stamped) => {
    const isEnough = now() - entry.checkedAt < STALE_MS;
    if (isEnough) unchecked += 1;
    return isEnough;
  };

  return {
    stamp,
    isFresh,
    async mayBeSent(entry) {
      if (isFresh(entry)) return true;
      if (current === UNHEARD && now() - entry.checkedAt < CHECK_EVERY_MS) return true;
      if (!isAway) return (await ask(entry)) ?? isRecent(entry);
      // No request waits for an unavailable database: it is checked once a second in the background.
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
    count: () => ({ unchecked, isHearing: current !== UNHEARD }),
  };
}
