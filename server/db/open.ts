import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import pg from 'pg';

/** The database as verbs see it: the pool, or a transaction on one of its connections. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** PostgreSQL is starting, stopping, restarting or full: a new connection will do. */
const PASSING = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
]);
const PASSING_TEXT = /Connection terminated|terminating connection|timeout exceeded when trying to connect/i;
const CONNECT_PATIENCE_MS = 10_000;

/** Whether an error, or what caused it, says that the database is away for a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return PASSING.has(code) || PASSING_TEXT.test(error.message) || isDatabaseAway(error.cause);
}

/** The SQLSTATE of a database error (drizzle wraps the driver's), or undefined. Source: PostgreSQL, appendix A. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) return error.code;
  return sqlState(error.cause);
}

/** Whether PostgreSQL refused the values themselves and always will (classes 22, data exception, and 23, integrity). */
export const isRefused = (error: unknown): boolean => /^2[23]/.test(sqlState(error) ?? '');

/** A pool whose connections wait out a restart of the database (up to 10 s) instead of failing at once. */
export function openPool(connection: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    max: 16,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 10_000,
    ...connection,
  });
  pool.on('error', onError);
  const connectOnce = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  const connect = async (): Promise<pg.PoolClient> => {
    const deadline = Date.now() + CONNECT_PATIENCE_MS;
    for (let wait = 50; ; wait = Math.min(wait * 2, 1000)) {
      try {
        return await connectOnce();
      } catch (error) {
        if (!isDatabaseAway(error) || Date.now() > deadline || pool.ending) throw error;
        await sleep(wait);
      }
    }
  };
  pool.connect = ((
    done?: (error: Error | undefined, client?: pg.PoolClient, release?: (error?: Error) => void) => void,
  ) => {
    if (!done) return connect();
    connect().then(
      (client) => done(undefined, client, (error) => client.release(error)),
      (error: Error) => done(error),
    );
    return undefined;
  }) as typeof pool.connect;
  return pool;
}

export const openDb = (pool: pg.Pool): Db => drizzle(pool);
