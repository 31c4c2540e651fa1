import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { countForLists } from '#server/db/connection-plan.ts';
import {
  type Db,
  databaseAt,
  isOutOfTime,
  noteConnections,
  openDb,
  openFailFastPool,
} from '#server/db/open.ts';
import { connectionTimes, limitTimes, type Timing } from '#server/db/statement-times.ts';
import { AppError } from '#shared/contract/errors.ts';

/** A standby of the database that answers reads of lists and figures (docs/decisions/390). */
export interface Replica {
  /** Its database, or null while it is away, has been promoted, or is more than 5 s behind. */
  current(): Db | null;
  /** Resolves once it has all that was committed when this was called, or is not asked anyway. */
  hasCaughtUp(): Promise<void>;
  /** Ids of those who wrote through this process a moment ago. */
  writers: LRUCache<string, true>;
  close(): Promise<void>;
}

/** Whoever has changed something is served by the database itself for longer than the standby may be behind. */
const WROTE_MS = 10_000;
/** More than write through one process in that time. */
const WRITERS_MAX = 10_000;
const BEHIND_MAX_MS = 5_000;
const LOOK_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
/** Longer than a statement of a list may take. */
const QUERY_TIMEOUT_MS = 15_000;

/** A place in the write-ahead log, and when the database was there. */
interface Mark {
  at: number;
  /** Differs in every other cluster. */
  cluster: string;
  place: string;
}

/** Null without one. */
export const openReplica = (
  { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>,
  primary: pg.Pool,
  timing: Timing,
  log: Logger,
): Replica | null => (databaseReplicaUrl ? followReplica(databaseReplicaUrl, primary, timing, log) : null);

/** Its state is asked for on a connection of its own, since reads that are many must not make it look as if it were away. */
function followReplica(url: string, primary: pg.Pool, timing: Timing, log: Logger): Replica {
  const pool = connectTo(url, countForLists(primary.options.max), timing, log);
  const looking = connectTo(url, 1, timing, log);
  const db = openDb(limitTimes(pool, timing));
  const openedAt = performance.now();
  let marks: Mark[] = [];
  let seenAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  let wasUsed: boolean | null = null;
  let answeredAt = Number.NEGATIVE_INFINITY;
  let reason = 'it does not answer';
  const isRecent = (at: number) => performance.now() - at <= BEHIND_MAX_MS;
  const isUsed = () => isRecent(seenAt);

  async function look(): Promise<void> {
    const now = performance.now();
    marks = [...marks.filter(({ at }) => now - at <= BEHIND_MAX_MS), await markOf(primary, now)];
    const reached = await countReached(looking, marks);
    seenAt = marks[reached - 1]?.at ?? seenAt;
    marks = marks.slice(reached);
    answeredAt = performance.now();
  }

  function tick(): void {
    if (!isLooking) {
      isLooking = true;
      look()
        .catch((error: Error) => {
          reason = error.message;
        })
        .finally(() => {
          isLooking = false;
        });
    }
    if (isUsed() === wasUsed || (!isUsed() && performance.now() - openedAt <= BEHIND_MAX_MS)) return;
    wasUsed = isUsed();
    if (wasUsed) log.info('Lists and figures are read from the replica');
    else log.warn({ reason: isRecent(answeredAt) ? 'it is behind' : reason }, 'The replica is not asked');
    // Its machine may be gone without having ended them.
    if (!wasUsed && !isRecent(answeredAt)) [pool, looking].forEach(endConnections);
  }
  tick();
  const timer = setInterval(tick, LOOK_MS).unref();

  return {
    current: () => (isUsed() ? db : null),
    async hasCaughtUp() {
      const at = performance.now();
      while (isUsed() && seenAt < at) await sleep(LOOK_MS, undefined, { ref: false });
    },
    writers: new LRUCache({ max: WRITERS_MAX, ttl: WROTE_MS }),
    async close() {
      clearInterval(timer);
      [pool, looking].forEach(endConnections);
      await Promise.all([pool.end(), looking.end()]);
    },
  };
}

const connectTo = (url: string, max: number, timing: Timing, log: Logger) =>
  openFailFastPool(
    { ...databaseAt(url), ...connectionTimes(timing), query_timeout: QUERY_TIMEOUT_MS, max },
    (error) => log.debug({ error: error.message }, 'A connection to the replica broke'),
    CONNECT_TIMEOUT_MS,
  );

const endConnections = (pool: pg.Pool) => noteConnections(pool)();

const CLUSTER = '(select system_identifier::text from pg_control_system()) as cluster';

async function markOf(primary: pg.Pool, at: number): Promise<Mark> {
  const { rows } = await primary.query<Omit<Mark, 'at'>>(
    `select pg_current_wal_lsn()::text as place, ${CLUSTER}`,
  );
  return { at, cluster: '', place: '', ...rows[0] };
}

/** How many of these, which stand in order, a standby has replayed. Throws if it is none of this database. */
async function countReached(pool: pg.Pool, marks: readonly Mark[]): Promise<number> {
  const { rows } = await pool.query<{ cluster: string; isStandby: boolean; reached: number }>(
    `select ${CLUSTER}, pg_is_in_recovery() as "isStandby",
      (select count(*)::int from unnest($1::pg_lsn[]) as place where place <= pg_last_wal_replay_lsn()) as reached`,
    [marks.map(({ place }) => place)],
  );
  const [found] = rows;
  if (!found?.isStandby) throw new Error('it is no standby');
  if (found.cluster !== marks.at(-1)?.cluster) throw new Error('it is a standby of another database');
  return found.reached;
}

interface Reader {
  db: Db;
  replica: Replica | null;
  cookies: { get(name: 'wrote'): string | undefined };
  user: { id: string } | null;
}

/** Somebody has written, or waits for what a job writes for them. Other processes know it by the cookie alone. */
export function noteWriting({ replica, cookies }: Writer, userId: string): void {
  if (!replica) return;
  replica.writers.set(userId, true);
  cookies.set('wrote', '1', WROTE_MS);
}
interface Writer {
  replica: Replica | null;
  cookies: { set(name: 'wrote', value: string, validMs: number): void };
}

/** Reads from the replica if it may be asked. What fails there sooner than its time is over, or is not found, is read again from the database itself. */
export async function readFromReplica<Result>(
  { db, replica, cookies, user }: Reader,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const hasWritten = cookies.get('wrote') !== undefined || (user && replica?.writers.has(user.id));
  const standby = hasWritten ? null : replica?.current();
  if (!standby) return read(db);
  try {
    return await read(standby);
  } catch (error) {
    const isAnswer = error instanceof AppError && error.code !== 'not_found';
    if (isAnswer || isOutOfTime(error)) throw error;
    return read(db);
  }
}
