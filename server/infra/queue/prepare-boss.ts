import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { DAY_MS } from '#shared/formats/time.ts';
import { type Job, UNLIMITED } from './define-job.ts';
import { SCHEMA } from './failed-jobs.ts';

/** The queue's settings in the database: its connections, the kinds of jobs, and what comes by time. */

const DAY_SECONDS = DAY_MS / 1000;
/** A job that waits is otherwise deleted after 14 days; one that comes by time comes again. */
const WAITING_SECONDS = 50 * 365 * DAY_SECONDS;
/** How long a finished job, and with it its key, is kept. */
export const JOB_DAYS = 30;

/**
 * How often this release's schedules are looked after: the one before docs/decisions/370 removes at its start those that it
 * does not know.
 */
const SCHEDULES_MS = 60_000;

const BOSS = {
  schema: SCHEMA,
  max: 3,
  application_name: 'goldleaf-jobs',
  useListenNotify: true,
  notifyHeartbeatIntervalMs: 15_000,
  // Old jobs are deleted, and bloated indexes built anew; `lookForJobs` looks for dead workers.
  superviseIntervalSeconds: 3_600,
  monitorIntervalSeconds: 1,
  queueCacheIntervalSeconds: 3_600,
  // Repeated jobs run hourly or less often.
  cronWorkerIntervalSeconds: 45,
  cronMonitorIntervalSeconds: 45,
  // No job depends on another.
  flowIntervalSeconds: 3_600,
} as const;

/** `runs`: false for a queue to which jobs are only added. */
export function createBoss(connection: pg.ClientConfig, log: Logger, runs: boolean): PgBoss {
  const { host, port, user, database, password, connectionString, ssl } = connection;
  const { keepAlive, keepAliveInitialDelayMillis } = connection;
  const where = { host, port, user, database, password, connectionString, ssl };
  const given = Object.entries({ ...where, keepAlive, keepAliveInitialDelayMillis });
  const boss = new PgBoss({
    ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
    ...BOSS,
    max: runs ? BOSS.max : 1,
    supervise: runs,
    schedule: runs,
  });
  boss.on('error', (error) => log.warn({ error: error.message }, 'The job queue met an error'));
  boss.on('warning', (warning) => log.debug({ warning: warning.message }, 'The job queue warns'));
  return boss;
}

/**
 * Also tells us of each job that can be taken, by its kind: the queue itself tells only workers, and a kind has none before
 * its first job (docs/decisions/020). `onGap`: some may have been missed. Call this before the start.
 */
export function hearAnnounced(boss: PgBoss, announce: (kind: string) => unknown, onGap: () => void): void {
  const db = boss.getDb();
  const listen = db.listen?.bind(db);
  if (!listen) throw new Error('The queue cannot hear of jobs.');
  db.listen = (channel, tellWorkers, onReconnect) =>
    listen(
      channel,
      (kind) => {
        tellWorkers(kind);
        announce(kind);
      },
      () => {
        onReconnect();
        onGap();
      },
    );
}

/** Its connections, but for the one that listens; undefined before the first job. */
export const poolOf = (boss: PgBoss) => (boss.getDb() as unknown as { pool: pg.Pool | undefined }).pool;

/** Adds the queues that are missing, and changes those that differ, also such as an earlier release made. */
export async function prepareKinds(
  boss: PgBoss,
  kinds: readonly Job[],
  heartbeatSeconds: number,
): Promise<void> {
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const { name, retries, cron, isAlone, seconds } of kinds) {
    const options = {
      notify: true,
      retryLimit: retries,
      retryDelay: 5,
      retryBackoff: true,
      retryDelayMax: 3600,
      heartbeatSeconds,
      deleteAfterSeconds: JOB_DAYS * DAY_SECONDS,
      ...(retries === UNLIMITED || !cron ? { retentionSeconds: WAITING_SECONDS } : {}),
      expireInSeconds: seconds,
    };
    const policy = isAlone ? 'exclusive' : 'standard';
    const queue = known.get(name);
    if (!queue) await boss.createQueue(name, { ...options, policy });
    else if (Object.entries(options).some(([option, value]) => Reflect.get(queue, option) !== value))
      await boss.updateQueue(name, options);
    if (queue && queue.policy !== policy) await boss.getDb().executeSql(CHANGE_POLICY, [name, policy]);
  }
}

/** For jobs added from now on, by whichever release: an index of all jobs counts those with the policy (docs/decisions/393). */
const CHANGE_POLICY = `update ${SCHEMA}.queue set policy = $2 where name = $1`;

/** Sets this release's schedules, also where an older one has removed them; resolves to the ms until the next look. */
export async function keepSchedules(boss: PgBoss, kinds: readonly Job[]): Promise<number> {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of kinds)
    if (cron && known.get(name) !== cron) await boss.schedule(name, cron, null, { tz: 'UTC' });
  return SCHEDULES_MS;
}

/**
 * Removes the schedules of jobs that are off here, and of those that earlier releases had: `retired` names them, as they
 * would fill a queue that no one reads. Never of jobs that it does not know: a newer release may run beside this one
 * (docs/decisions/370).
 */
export async function endSchedules(
  boss: PgBoss,
  off: readonly string[],
  retired: readonly string[] = [],
): Promise<void> {
  const known = new Set((await boss.getSchedules()).map(({ name }) => name));
  for (const name of [...off, ...retired]) if (known.has(name)) await boss.unschedule(name);
}
