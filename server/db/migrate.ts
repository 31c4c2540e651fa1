import path from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { partTwins } from '#server/db/part-twins.ts';
import { packageRoot } from '#server/package-root.ts';

/** Any constant will do, as long as every process uses the same: the advisory lock around migrations. */
const MIGRATION_LOCK = 715_001;

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
 * Brings the database to the newest schema, once, however many processes start together. `onRename` hears a sentence for
 * each account that had to change its name.
 */
export async function migrate(
  connection: pg.ClientConfig,
  onRename: (sentence: string) => void = () => {},
): Promise<void> {
  const client = new pg.Client(connection);
  // What breaks between two statements shows in the next one.
  client.on('error', () => {});
  await client.connect().catch(refuseUnreachable);
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await partTwins(client, onRename);
    await runMigrations(drizzle(client), {
      migrationsFolder: path.join(packageRoot, 'server/db/migrations'),
    });
  } finally {
    await client.end();
  }
}
