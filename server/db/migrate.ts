import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { sqlState } from '#server/db/open.ts';
import { partTwins } from '#server/db/part-twins.ts';
import { packageRoot } from '#server/package-root.ts';

/** An arbitrary constant, the same in every process: the advisory lock around migrations. */
const MIGRATION_LOCK = 715_001;
/** How long a migration waits for the lock on a table in use, since all other queries queue behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** How long to keep retrying: an older release that is still running may read a whole table for minutes. */
const TIMEOUT_MS = 10 * 60_000;
/** lock_not_available, deadlock_detected. Source: PostgreSQL, appendix A. */
const IN_USE = ['55P03', '40P01'];

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
export async function migrate(
  connection: pg.ClientConfig,
  say: (sentence: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client(connection);
  // An error between two statements surfaces in the next one.
  client.on('error', () => {});
  await client.connect().catch(refuseUnreachable);
  try {
    // A time limit for statements is not meant for migrations.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await runOnceFree(client, say);
  } finally {
    await client.end();
  }
}

/** Each attempt is one transaction, which leaves nothing behind if a table is in use. */
async function runOnceFree(client: pg.Client, say: (sentence: string) => void): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  for (let nth = 0; ; nth += 1) {
    try {
      await partTwins(client, say);
      return await runMigrations(drizzle(client), {
        migrationsFolder: path.join(packageRoot, 'server/db/migrations'),
      });
    } catch (error) {
      if (!IN_USE.includes(sqlState(error) ?? '') || performance.now() > deadline) throw error;
      if (nth === 0)
        say('The update of the database waits until others, as an older release, are done with its tables.');
      await sleep(Math.min(1_000 * (nth + 1), 5_000));
    }
  }
}
