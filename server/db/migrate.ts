import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { isBuilt, packageRoot } from '#server/config/package-root.ts';
import { sqlState } from '#server/db/open.ts';
import { renameCaseTwins } from '#server/db/rename-case-twins.ts';

/** An arbitrary constant, the same in every process: the advisory lock around migrations. */
const MIGRATION_LOCK = 715_001;
/** How long a migration waits for its tables at most, since all other queries queue behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** How long it waits for another table while it holds one. */
const NEXT_LOCK_MS = 100;
/** How long to keep retrying: an older release that is still running may read a whole table for minutes. */
const TIMEOUT_MS = 10 * 60_000;
/** lock_not_available, deadlock_detected. Source: PostgreSQL, appendix A. */
const IN_USE = ['55P03', '40P01'];

/** Where drizzle's migrator notes what it has applied. */
const NOTED = 'drizzle.__drizzle_migrations';
/** The build copies them: `vite/migrations.ts`. */
const FOLDER = path.join(packageRoot, isBuilt ? 'dist/migrations' : 'server/db/migrations');

type Say = (sentence: string) => void;

/** The first connection of a start, where a wrong DATABASE_URL shows up. */
function refuseUnreachable(error: Error & { code?: string }): never {
  // A host name with several addresses fails with an AggregateError, whose message is empty.
  const reason = error.message || error.code;
  throw new Error(
    `Goldleaf cannot start. The database does not let it in (${reason}). Check DATABASE_URL, then start again.`,
    { cause: error },
  );
}

/**
 * Migrates the database to the newest schema, once, however many processes start together. `say` receives messages for
 * the operator: about each account that had to be renamed, and about a migration that is waiting.
 */
export async function migrate(connection: pg.ClientConfig, say: Say = () => {}): Promise<void> {
  const client = new pg.Client(connection);
  // An error between two statements surfaces in the next one.
  client.on('error', () => {});
  await client.connect().catch(refuseUnreachable);
  try {
    // A time limit for statements is not meant for migrations. Nor need each wait for the disk: commits keep their order,
    // so one that is on disk has all before it there, too.
    await client.query('set statement_timeout = 0; set synchronous_commit = off');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const timeout = await readLockTimeout(client);
    await client.query(`set lock_timeout = ${timeout}`);
    const inUse = createWaiting(say);
    await inUse.retry(() => renameCaseTwins(client, say));
    for (const migration of await readPending(client))
      await applyMigration(client, migration, { timeout, inUse });
  } finally {
    await client.end();
  }
}

/**
 * Half of what others wait in a queue before they look for a deadlock: whoever waits for a table that a migration holds
 * finds none, because the migration has given its tables back by then.
 */
async function readLockTimeout(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    "select setting::int as ms from pg_settings where name = 'deadlock_timeout'",
  );
  return Math.max(1, Math.min(LOCK_TIMEOUT_MS, Math.floor((rows[0]?.ms ?? LOCK_TIMEOUT_MS) / 2)));
}

/** Repeats what found a table in use, and says so once. */
function createWaiting(say: Say) {
  const deadline = performance.now() + TIMEOUT_MS;
  let hasSaid = false;
  return {
    async retry(attempt: () => Promise<void>): Promise<void> {
      for (let nth = 1; ; nth += 1) {
        try {
          return await attempt();
        } catch (error) {
          if (!IN_USE.includes(sqlState(error) ?? '') || performance.now() > deadline) throw error;
          if (!hasSaid)
            say(
              'The update of the database waits until others, as an older release or a backup, are done with its tables.',
            );
          hasSaid = true;
          await sleep(Math.min(100 * nth, 5_000));
        }
      }
    },
  };
}

/** Keeps others from migrating this database until the transaction ends; waits for one that does. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
}

/**
 * Applies the missing migrations in the caller's transaction, to a database that nobody else uses: all, or those up to one,
 * which is named by its time in drizzle's journal, in milliseconds.
 */
export async function migrateWithin(client: pg.Client, upTo = Number.POSITIVE_INFINITY): Promise<void> {
  for (const migration of await readPending(client))
    if (migration.folderMillis <= upTo) await runStatements(client, migration);
}

/** The times of all migrations that this release knows, in drizzle's journal; the newest is last. */
export const listMigrationTimes = (): number[] =>
  readMigrationFiles({ migrationsFolder: FOLDER }).map(({ folderMillis }) => folderMillis);

/** The time of the newest migration that a database has, or null if it has none. */
export async function readNewestMigration(client: pg.Client): Promise<number | null> {
  const { rows } = await client.query<{ last: string | null }>(
    `select max(created_at) as last from ${NOTED}`,
  );
  const last = rows[0]?.last ?? null;
  return last === null ? null : Number(last);
}

/** The migrations that the database lacks, as drizzle's own migrator notes them. */
async function readPending(client: pg.Client): Promise<MigrationMeta[]> {
  await client.query(`create schema if not exists drizzle`);
  await client.query(
    `create table if not exists ${NOTED} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const last = (await readNewestMigration(client)) ?? -1;
  const all = readMigrationFiles({ migrationsFolder: FOLDER });
  return all.filter(({ folderMillis }) => folderMillis > last);
}

interface Applying {
  timeout: number;
  inUse: ReturnType<typeof createWaiting>;
}

/**
 * Applies a migration in a transaction of its own, which leaves nothing behind if a table is in use. It holds all its
 * tables before it changes the first, so that it never waits in the middle of its work; the one that was in use is what
 * the next attempt waits for first, while it holds no other.
 */
async function applyMigration(
  client: pg.Client,
  migration: MigrationMeta,
  { timeout, inUse }: Applying,
): Promise<void> {
  const tables = await readTablesNamedIn(client, migration.sql.join('\n'));
  await inUse.retry(async () => {
    await client.query('begin');
    try {
      await lockAll(client, tables, timeout);
      await runStatements(client, migration);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  });
}

async function runStatements(client: pg.Client, { sql, hash, folderMillis }: MigrationMeta): Promise<void> {
  for (const statement of sql) await client.query(statement);
  await client.query(`insert into ${NOTED} (hash, created_at) values ($1, $2)`, [hash, folderMillis]);
}

/** Every table that stands in the text, which is more than it changes, but never less. */
async function readTablesNamedIn(client: pg.Client, text: string): Promise<string[]> {
  const words = [...new Set(text.toLowerCase().match(/\w+/g))];
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and relname = any($1)
     order by relname`,
    [words],
  );
  return rows.map(({ name }) => name);
}

/**
 * Locks the first table within `timeout`, while nothing is held, and the others at once or nearly so: who does not leave
 * one soon may be waiting for the first. Moves the one that was in use to the front of the list.
 */
async function lockAll(client: pg.Client, tables: string[], timeout: number): Promise<void> {
  for (const [at, table] of tables.entries()) {
    await client.query(`set local lock_timeout = ${at === 0 ? timeout : Math.min(timeout, NEXT_LOCK_MS)}`);
    try {
      await client.query(`lock table ${pg.escapeIdentifier(table)} in access exclusive mode`);
    } catch (error) {
      tables.unshift(...tables.splice(at, 1));
      throw error;
    }
  }
  await client.query(`set local lock_timeout = ${timeout}`);
}
