import { SCHEMA } from './failed-jobs.ts';

/**
 * Only jobs that can be taken at once are announced to workers. Those that are due later are looked up here, and so are
 * those whose worker died.
 */

/** The longest between two looks for jobs that other processes added or that a failed try left behind. */
export const LOOK_MS = 15_000;
/** After this, it is known when jobs of a dead worker are tried again. */
const RECOVERED_MS = 1_000;

/** Looks for dead workers read the whole table of jobs, so they are rarer. */
const LOOKS_PER_SEARCH = 2;

const NEXT = `
  select name, min(start_after) <= now() as "isDue",
    extract(epoch from min(start_after) filter (where start_after > now()) - now()) * 1000 as ms
  from ${SCHEMA}.job where state < 'active' and not blocked and name = any($1) group by name`;
const LOST = `
  select distinct name from ${SCHEMA}.job where state = 'active' and name = any($1) and (
    heartbeat_on + heartbeat_seconds * interval '1 second' < now()
    or started_on + expire_seconds * interval '1 second' < now()
  )`;

interface Waiting {
  name: string;
  isDue: boolean;
  /** Until the first that is not due yet; null if there is none. */
  ms: string | null;
}

/** The part of pg-boss that is needed here. */
interface Boss {
  getDb(): {
    executeSql(text: string, values: unknown[]): Promise<{ rows: unknown[] }>;
  };
  /** Gives jobs of this kind whose worker died to another. */
  supervise(kind: string): Promise<void>;
}

/**
 * Returns a look at the jobs of these kinds: it calls `take` for the kinds that have one to be taken now, recovers those
 * whose worker died, and resolves to the milliseconds until the next look.
 */
export function lookForJobs(
  boss: Boss,
  kinds: () => readonly string[],
  take: (kind: string) => void,
  lookMs: number,
): () => Promise<number> {
  let searchedAt = Number.NEGATIVE_INFINITY;
  async function read<Row>(text: string): Promise<Row[]> {
    return (await boss.getDb().executeSql(text, [kinds()])).rows as Row[];
  }
  /** Returns whether there were any. */
  async function recover(): Promise<boolean> {
    if (performance.now() - searchedAt < LOOKS_PER_SEARCH * lookMs) return false;
    const lost = await read<{ name: string }>(LOST);
    for (const { name } of lost) await boss.supervise(name);
    if (lost.length === 0) searchedAt = performance.now();
    return lost.length > 0;
  }
  return async () => {
    const hasRecovered = await recover();
    const waiting = await read<Waiting>(NEXT);
    for (const { name, isDue } of waiting) if (isDue) take(name);
    const later = waiting.flatMap(({ ms }) => (ms === null ? [] : Math.ceil(Number(ms))));
    return Math.min(hasRecovered ? RECOVERED_MS : lookMs, ...later);
  };
}
