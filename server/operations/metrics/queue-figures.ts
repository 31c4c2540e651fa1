import { sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import type { Figure } from '#server/infra/metrics/registry.ts';
import { createSampled } from '#server/infra/metrics/sampled.ts';
import { SCHEMA } from '#server/infra/queue/failed-jobs.ts';

/** How many jobs wait, and for how long, by kind: one bounded statement at most every 15 s, whoever looks. */

const SAMPLE = { everyMs: 15_000, timeoutMs: 2_000 };
/** More than these are not counted of one kind. */
const COUNTED_MAX = 10_000;

interface WaitingJobs {
  kind: string;
  waiting: number;
  /** Seconds since the oldest that is due was due first; null if none is. */
  age: number | null;
}

/** A job that failed is due later, but has waited since it was added. */
const readWaiting = (db: Db): Promise<WaitingJobs[]> =>
  db.transaction(async (tx) => {
    await tx.execute(sql`select set_config('statement_timeout', ${String(SAMPLE.timeoutMs)}, true)`);
    const { rows } = await tx.execute<{ kind: string; waiting: number; age: number | null }>(sql`
      select queue.name as kind, found.waiting, found.age
      from ${sql.identifier(SCHEMA)}.queue, lateral (
        select count(*)::int as waiting,
          extract(epoch from now() - min(since) filter (where since <= now()))::float8 as age
        from (
          select case when state = 'retry' then created_on else start_after end as since
          from ${sql.identifier(SCHEMA)}.job
          where name = queue.name and state < 'active' and not blocked
          order by start_after limit ${COUNTED_MAX}
        ) jobs
      ) found
      where queue.name not like '\\_\\_%'`);
    return rows;
  });

export function queueFigures(db: Db): readonly Figure[] {
  const sample = createSampled(() => readWaiting(db), SAMPLE);
  return [
    {
      kind: 'gauge',
      name: 'goldleaf_jobs_waiting',
      of: 'machine',
      help: `Jobs that wait, of all processes on this database, by kind; at most ${COUNTED_MAX} are counted.`,
      labels: ['job'],
      read: async () => (await sample()).map(({ kind, waiting }) => [[kind], waiting]),
    },
    {
      kind: 'gauge',
      name: 'goldleaf_jobs_oldest_age_seconds',
      of: 'machine',
      help: 'How long the oldest job that is due has waited, its retries included; 0 if none is due.',
      labels: ['job'],
      read: async () => (await sample()).map(({ kind, age }) => [[kind], age ?? 0]),
    },
  ];
}
