import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { sqlState } from '#server/db/open.ts';
import { partTwins } from '#server/db/part-twins.ts';
import { packageRoot } from '#server/package-root.ts';

/** Any constant will do, as long as every process uses the same: the advisory lock around migrations. */
const MIGRATION_LOCK = 715_001;
/** How long an update stands in line for a table that somebody uses, since all others stand in line behind it. */
const LOCK_TIMEOUT_MS = 2_000;
/** How long it is tried again: an older release that still runs may read a whole table for minutes. */
const TIMEOUT_MS = 10 * 60_000;
/** lock_not_available, deadlock_detected. Source: PostgreSQL, appendix A. */
const IN_USE = ['55P03', '40P01'];

/** The first connection of a start: what is wrong with DATABASE_URL shows here. */
function refuseUnreachable(error: Error & { code?: string }): never {
  // A name with several addresses fails with an AggregateError, whose message is empty.
  const reason = error.message || error.code;
  throw new Error(
    `Goldleaf cannot start. The database does not let it in (${reason}). Check DATABASE_URL, then start again.`,
    { cause: error },
  );
}

/**
 * Brings the database to the newest schema, once, however many processes start together. `say` hears sentences for the
 * operator: of each account that had to change its name, and of an update that waits for others.
 */
export async function migrate(
  connection: pg.ClientConfig,
  say: (sentence: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client(connection);
  // What breaks between two statements shows in the next one.
  client.on('error', () => {});
  await client.connect().catch(refuseUnreachable);
  try {
    // Where statements have a time limit, it is not meant for these.
    await client.query('set statement_timeout = 0');
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await runOnceFree(client, say);
  } finally {
    await client.end();
  }
}

/** Each try is one transaction, which leaves nothing when a table is in use. */
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
