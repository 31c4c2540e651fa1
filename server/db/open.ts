import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** The database as handlers see it: the pool, or a transaction on one of its connections. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/**
 * A connection broke, or PostgreSQL is starting, stopping, restarting, out of connections, now a standby, or aborted
 * one of two conflicting transactions: the request is fine, and a retry a moment later will work. Source: PostgreSQL,
 * appendix A; 57P04 (the database was dropped) is not one of these.
 */
const PASSING = /^(08...|57P0[1235]|53[23]00|25006|40001|40P01)$/;
/** Node's errors while connecting to the database. A missing file is ENOENT, too, but from another system call. */
const PASSING_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
const PASSING_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Errors that `pg` reports without a code. */
const PASSING_TEXT =
  /Connection terminated|terminating connection|timeout exceeded when trying to connect|not queryable|Connection ended unexpectedly|Cannot use a pool after calling end|Query read timeout/i;
/** How long a write waits for a connection while the database restarts. */
const WRITE_TIMEOUT_MS = 10_000;
/**
 * How long a page view waits for one on a busy machine; `infra/read-timeout.ts` tells a busy database from an
 * unavailable one.
 */
export const READ_TIMEOUT_MS = 3_000;

/**
 * The database at an address. A connection that was lost without a word, as behind a firewall that forgot it, ends within half
 * a minute while it is idle or an answer is awaited on it: whoever waits would wait for good, and with them whoever waits for
 * them. A statement that is sent and never arrives ends with TCP's own retries, on Linux after some 15 minutes.
 */
export const databaseAt = (connectionString: string) => ({
  connectionString,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Names of our connections begin with it, so that those of others can be told apart. */
export const CONNECTION_NAME = 'goldleaf';

/** True if an error or its cause says that the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') {
    if (PASSING.test(code)) return true;
    if (PASSING_CODES.has(code) && (syscall === undefined ? code !== 'ENOENT' : PASSING_CALLS.has(syscall)))
      return true;
  }
  return PASSING_TEXT.test(error.message) || isDatabaseAway(error.cause);
}

/** True if an error or its cause says that a disk is full: the database's (SQLSTATE 53100) or the one for our files. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(code ?? '') || isDiskFull(error.cause);
}

/** True if an error or its cause says that a statement ran for longer than it may, or waited so for a lock (docs/decisions/391). */
export const isOutOfTime = (error: unknown): boolean => ['57014', '55P03'].includes(sqlState(error) ?? '');

/** True if it says that there is no answer now, for either reason: who has asked for a hint alone goes on without one. */
export const hasNoAnswer = (error: unknown): boolean => isDatabaseAway(error) || isOutOfTime(error);

/** The SQLSTATE of a database error (drizzle wraps the driver's), or undefined. Source: PostgreSQL, appendix A. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) return error.code;
  return sqlState(error.cause);
}

/**
 * True if PostgreSQL rejected the values themselves and always will (classes 22, data exception, and 23, integrity).
 */
export const isRefused = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/** True if a text holds NUL, which PostgreSQL takes neither as text nor within JSON. */
export const isUnwritableText = (error: unknown): boolean =>
  ['22021', '22P05'].includes(sqlState(error) ?? '');

/** A pool whose connections wait for a restarting database (10 s by default) instead of failing at once. */
export function openPool(
  connection: pg.PoolConfig,
  onError: (error: Error) => void,
  timeoutMs: number = WRITE_TIMEOUT_MS,
): pg.Pool {
  const pool = openFailFastPool(connection, onError, timeoutMs);
  pool.connect = connectFrom(pool, timeoutMs);
  return pool;
}

/** A pool that tries once to connect, for those who can ask elsewhere; one waits for so long for a connection that others use. */
export function openFailFastPool(
  connection: pg.PoolConfig,
  onError: (error: Error) => void,
  timeoutMs: number,
): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    application_name: CONNECTION_NAME,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: timeoutMs,
    ...connection,
  });
  // The pool handles errors of idle clients only; one in the middle of a transaction would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', () => {});
  return pool;
}

/**
 * Notes the connections of now, and returns what ends them as lost ones: their work fails as if the database were away. A server
 * that is no longer reached may never end them: the system waits a quarter of an hour for its answer.
 */
export function noteConnections(pool: pg.Pool | undefined): () => void {
  // This is not part of the library's types.
  const clients = [...((pool ? Reflect.get(pool, '_clients') : []) as pg.Client[])];
  return () => clients.forEach(endAsLost);
}

/** Ends a connection without a word to the server. */
export function endAsLost(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: Socket } };
  connection.stream.destroy(new Error('Connection terminated: the database is another server'));
}

/** A view of the pool for callers who give up after `timeoutMs` if the database is unavailable. Closing it does nothing. */
export const withConnectTimeout = (pool: pg.Pool, timeoutMs: number): pg.Pool =>
  Object.assign(Object.create(pool) as pg.Pool, { connect: connectFrom(pool, timeoutMs) });

/** A `connect` that retries while the database restarts, for at most `timeoutMs`. */
function connectFrom(pool: pg.Pool, timeoutMs: number): pg.Pool['connect'] {
  const connectOnce = pg.Pool.prototype.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connect = () => connectWithin(connectOnce, pool, timeoutMs);
  return ((
    done?: (error: Error | undefined, client?: pg.PoolClient, release?: (error?: Error) => void) => void,
  ) => {
    if (!done) return connect();
    connect().then(
      (client) => done(undefined, client, (error) => client.release(error)),
      (error: Error) => done(error),
    );
    return undefined;
  }) as pg.Pool['connect'];
}

async function connectWithin(
  connectOnce: () => Promise<pg.PoolClient>,
  pool: pg.Pool,
  timeoutMs: number,
): Promise<pg.PoolClient> {
  const deadline = performance.now() + timeoutMs;
  for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
    const left = deadline - performance.now();
    try {
      return await giveUpAfter(connectOnce(), left);
    } catch (error) {
      const rest = deadline - performance.now();
      if (!isDatabaseAway(error) || rest <= 0 || pool.ending) throw error;
      await sleep(Math.min(wait, rest));
    }
  }
}

/** A connection that is established after its caller has given up is returned to the pool. */
function giveUpAfter(connecting: Promise<pg.PoolClient>, ms: number): Promise<pg.PoolClient> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(new Error('timeout exceeded when trying to connect'));
    }, ms);
    connecting.then(
      (client) => {
        clearTimeout(timer);
        if (isLate) client.release();
        else resolve(client);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

export function openDb(pool: pg.Pool): Db {
  const db = drizzle(pool);
  // drizzle never returns a connection on which `begin` failed, as it does on one that broke while it was idle.
  db.transaction = async (work, config) => {
    const client = await pool.connect();
    try {
      return await drizzle(client).transaction(work, config);
    } finally {
      client.release();
    }
  };
  return db;
}
