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
  select name, extract(epoch from min(start_after) - now()) * 1000 as ms, false as "isLost"
  from ${SCHEMA}.job where state < 'active' and not blocked and name = any($1) group by name
  union all
  select name, 0, true
  from ${SCHEMA}.job where state = 'active' and name = any($1) and (
    heartbeat_on + heartbeat_seconds * interval '1 second' < now()
    or started_on + expire_seconds * interval '1 second' < now()
  ) group by name`;

/** The part of pg-boss that is needed here. */
interface Boss {
  getDb(): {
    executeSql(
      text: string,
      values: unknown[],
    ): Promise<{ rows: { name: string; ms: string; isLost: boolean }[] }>;
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
  const waits = rows.filter(({ isLost }) => !isLost).map(({ name, ms }) => ({ name, ms: Number(ms) }));
  for (const { name, ms } of waits) if (ms <= 0) take(name);
  for (const { name } of lost) await boss.supervise(name);
  const later = waits.map(({ ms }) => Math.ceil(ms)).filter((ms) => ms > 0);
  return Math.min(lookMs, ...(lost.length > 0 ? [RECOVERED_MS] : []), ...later);
}
