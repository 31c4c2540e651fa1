import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '#server/db/open.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { SCHEMA } from './failed-jobs.ts';

/**
 * A process that runs jobs notes every 45 s in the tables of the queue that it has looked at the schedules. Where nobody has
 * for minutes, jobs wait, on this database, whoever serves.
 */

const IDLE_MINUTES = 5;
const LOOK_MS = 60_000;

/**
 * For the operator, if nobody runs jobs; null otherwise. `upMs`: how long this process runs, since at its start others may
 * only just have started, too.
 */
export async function describeIdleJobs(db: Db, upMs = performance.now()): Promise<string | null> {
  const upMinutes = upMs / 60_000;
  if (upMinutes < IDLE_MINUTES) return null;
  const minutes = Math.min(upMinutes, await readIdleMinutes(db));
  if (minutes < IDLE_MINUTES) return null;
  return (
    `No process has run jobs for ${Math.floor(minutes)} minutes: mails, reminders, imports and deletions wait. ` +
    'Start a process with ROLE=jobs or ROLE=all on this database, or see in its log why it does not run.'
  );
}

async function readIdleMinutes(db: Db): Promise<number> {
  const known = await db.execute(sql`select where to_regclass(${`${SCHEMA}.version`}) is not null`);
  if (known.rows.length === 0) return Number.POSITIVE_INFINITY;
  const { rows } = await db.execute<{ minutes: number | null }>(
    sql`select (extract(epoch from now() - cron_on) / 60)::float8 as minutes from ${sql.identifier(SCHEMA)}.version`,
  );
  return rows[0]?.minutes ?? Number.POSITIVE_INFINITY;
}

/** Says so in the log, once each time it begins. To be called where no jobs run. */
export function watchIdleJobs(db: Db, log: Pick<Logger, 'warn' | 'debug'>): { stop(): void } {
  let wasIdle = false;
  const look = async () => {
    const sentence = await describeIdleJobs(db);
    if (sentence && !wasIdle) log.warn(sentence);
    wasIdle = sentence !== null;
  };
  const timer = setInterval(
    () =>
      void look().catch((error: unknown) =>
        log.debug({ error: describeError(error) }, 'Nobody could be asked about jobs'),
      ),
    LOOK_MS,
  ).unref();
  return { stop: () => clearInterval(timer) };
}
