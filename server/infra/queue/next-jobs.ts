import { SCHEMA } from './failed-jobs.ts';

/**
 * Only jobs that can be taken at once are announced to workers. Those that are due later are looked up here, and so are
 * those whose worker died.
 */

/** The longest between two looks for jobs that other processes added or that a failed try left behind. */
export const LOOK_MS = 15_000;
/** After this, it is known when jobs of a dead worker are tried again. */
const RECOVERED_MS = 1_000;

const NEXT = `
  select name, min(start_after) <= now() as "isDue", false as "isLost",
    extract(epoch from min(start_after) filter (where start_after > now()) - now()) * 1000 as ms
  from ${SCHEMA}.job where state < 'active' and not blocked and name = any($1) group by name
  union all
  select name, false, true, null
  from ${SCHEMA}.job where state = 'active' and name = any($1) and (
    heartbeat_on + heartbeat_seconds * interval '1 second' < now()
    or started_on + expire_seconds * interval '1 second' < now()
  ) group by name`;

interface Waiting {
  name: string;
  isDue: boolean;
  isLost: boolean;
  /** Until the first that is not due yet; null if there is none. */
  ms: string | null;
}

/** The part of pg-boss that is needed here. */
interface Boss {
  getDb(): {
    executeSql(text: string, values: unknown[]): Promise<{ rows: Waiting[] }>;
  };
  /** Gives jobs of this kind whose worker died to another. */
  supervise(kind: string): Promise<void>;
}

/**
 * Calls `take` for the kinds that have a job to be taken now, and recovers those whose worker died; resolves to the
 * milliseconds until the next look.
 */
export async function takeNext(
  boss: Boss,
  kinds: readonly string[],
  take: (kind: string) => void,
  lookMs: number,
): Promise<number> {
  const { rows } = await boss.getDb().executeSql(NEXT, [kinds]);
  const lost = rows.filter(({ isLost }) => isLost);
  for (const { name, isDue } of rows) if (isDue) take(name);
  for (const { name } of lost) await boss.supervise(name);
  const later = rows.flatMap(({ ms }) => (ms === null ? [] : Math.ceil(Number(ms))));
  return Math.min(lookMs, ...(lost.length > 0 ? [RECOVERED_MS] : []), ...later);
}
