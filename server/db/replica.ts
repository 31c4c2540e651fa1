import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import { type Db, openDb, openPool } from '#server/db/open.ts';

/** A standby of the database that answers reads of lists and figures (docs/decisions/390). */
export interface Replica {
  /** Its database, or null while it is away, has been promoted, or is more than 5 s behind. */
  current(): Db | null;
  /** Resolves once it has all that was committed when this was called, or is not asked anyway. */
  hasCaughtUp(): Promise<void>;
  close(): Promise<void>;
}

/** A signed-in browser that has changed something is served by the database itself for longer than the standby may be behind. */
export const WROTE_MS = 10_000;
const BEHIND_MAX_MS = 5_000;
const LOOK_MS = 500;
const CONNECT_TIMEOUT_MS = 1_000;
const CONNECTIONS = 8;

/** A place in the write-ahead log, and when the database was there. */
interface Mark {
  at: number;
  place: string;
}

/** Null without one. */
export const openReplica = (
  { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>,
  primary: pg.Pool,
  log: Logger,
): Replica | null => (databaseReplicaUrl ? followReplica(databaseReplicaUrl, primary, log) : null);

function followReplica(connectionString: string, primary: pg.Pool, log: Logger): Replica {
  const now = () => performance.now();
  const told = (error: Error) => log.debug({ error: error.message }, 'A connection to the replica broke');
  const pool = openPool({ connectionString, max: CONNECTIONS }, told, CONNECT_TIMEOUT_MS);
  const db = openDb(pool);
  const stopping = new AbortController();
  const openedAt = now();
  let seenAt = Number.NEGATIVE_INFINITY;
  let wanted: Mark | null = null;
  let wasUsed: boolean | null = null;
  const isUsed = () => now() - seenAt <= BEHIND_MAX_MS;

  async function look(): Promise<void> {
    // The log of a promoted standby may be shorter than the one before.
    if (wanted && now() - wanted.at > BEHIND_MAX_MS) wanted = null;
    wanted ??= await markOf(primary, now());
    if (!(await isAt(pool, wanted.place))) return;
    seenAt = wanted.at;
    wanted = null;
  }

  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      const reason = await look().then(
        () => 'it is behind',
        (error: Error) => error.message,
      );
      if (isUsed() !== wasUsed && (isUsed() || now() - openedAt > BEHIND_MAX_MS)) {
        wasUsed = isUsed();
        if (wasUsed) log.info('Lists and figures are read from the replica');
        else log.warn({ reason }, 'The replica is not asked');
      }
      await sleep(LOOK_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  }
  const watching = watch();

  return {
    current: () => (isUsed() ? db : null),
    async hasCaughtUp() {
      const at = now();
      while (isUsed() && seenAt < at && !stopping.signal.aborted)
        await sleep(LOOK_MS, undefined, { ref: false });
    },
    async close() {
      stopping.abort();
      await pool.end();
      await watching;
    },
  };
}

async function markOf(primary: pg.Pool, at: number): Promise<Mark> {
  const { rows } = await primary.query<{ place: string }>('select pg_current_wal_lsn()::text as place');
  return { at, place: rows[0]?.place ?? '' };
}

async function isAt(pool: pg.Pool, place: string): Promise<boolean> {
  const { rows } = await pool.query<{ isAt: boolean }>(
    'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isAt"',
    [place],
  );
  return rows[0]?.isAt === true;
}

interface Reader {
  db: Db;
  replica: Replica | null;
  cookies: { get(name: 'wrote'): string | undefined };
}

/** Reads from the replica if it may be asked. What fails there, or is not found, is read again from the database itself. */
export async function readFromReplica<Result>(
  { db, replica, cookies }: Reader,
  read: (db: Db) => Promise<Result>,
): Promise<Result> {
  const standby = cookies.get('wrote') === undefined ? replica?.current() : null;
  return standby ? read(standby).catch(() => read(db)) : read(db);
}
