import { SCHEMA } from './failed-jobs.ts';

/** Only jobs that can be taken at once are announced to workers. Those that are due later are looked up here. */

/** The longest between two looks for jobs that other processes added or that a failed try left behind. */
export const LOOK_MS = 15_000;

const NEXT = `
  select name, extract(epoch from min(start_after) - now()) * 1000 as ms
  from ${SCHEMA}.job where state < 'active' and not blocked and name = any($1) group by name`;

interface Reader {
  executeSql(text: string, values: unknown[]): Promise<{ rows: { name: string; ms: string }[] }>;
}

/** Calls `take` for the kinds that have a job to be taken now; resolves to the milliseconds until the next look. */
export async function takeNext(
  reader: Reader,
  kinds: readonly string[],
  take: (kind: string) => void,
  lookMs: number,
): Promise<number> {
  const { rows } = await reader.executeSql(NEXT, [kinds]);
  const waits = rows.map(({ name, ms }) => ({ name, ms: Number(ms) }));
  for (const { name, ms } of waits) if (ms <= 0) take(name);
  return Math.min(lookMs, ...waits.map(({ ms }) => Math.ceil(ms)).filter((ms) => ms > 0));
}
