import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { buildIndexes, shrinkIndexes } from '#server/db/build-indexes.ts';
import { countContactUse } from '#server/db/count-contact-use.ts';
import { countExisting } from '#server/db/count-existing.ts';
import { type Db, endAsLost } from '#server/db/open.ts';
import { indexPeople } from '#server/db/search/index-people.ts';
import { matchContacts } from '#server/db/search/match-contacts.ts';

/** An arbitrary constant: the session lock of the one process that maintains the lists at a time. */
const UPKEEP_LOCK = 715_003;

/** Maintains the lists, which after an upgrade of a large database may take a long time. */
export interface Upkeep {
  /** Does the remaining work, unless it is already being done in this process or another. */
  run(): Promise<void>;
  /** As `noteConnections`: what ends the connection of now as a lost one. */
  noteConnection(): () => void;
  /** Ends a run at once, even in the middle of an index; the next run continues. */
  close(): Promise<void>;
}

/**
 * Uses its own connection, which must not lead through a pooler: two processes that build indexes of one table would
 * deadlock, an index may take longer than the product's statement timeout, and a shutdown must not wait for it.
 */
export function createUpkeep(connection: pg.ClientConfig): Upkeep {
  let client: pg.Client | undefined;
  let isClosed = false;
  return {
    async run() {
      if (client || isClosed) return;
      client = new pg.Client({ ...connection, application_name: 'goldleaf-upkeep' });
      // An error between two statements surfaces in the next one.
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('set statement_timeout = 0; set lock_timeout = 0');
        const { rows } = await client.query<{ isOurs: boolean }>(
          'select pg_try_advisory_lock($1) as "isOurs"',
          [UPKEEP_LOCK],
        );
        if (rows[0]?.isOurs) await keepLists(drizzle(client));
      } finally {
        await client.end();
        client = undefined;
      }
    },
    noteConnection() {
      const noted = client;
      return () => noted && endAsLost(noted);
    },
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}

/** Updates counters, indexes, the search and the keys of contacts. Quick every few minutes, long once after an upgrade. */
export async function keepLists(db: Db): Promise<void> {
  await countExisting(db);
  await countContactUse(db);
  await buildIndexes(db, 'ordered');
  await indexPeople(db);
  await matchContacts(db);
  // Building an index over existing data is faster than growing it row by row.
  await buildIndexes(db, 'search');
  await shrinkIndexes(db);
}

/** True if an upgrade has left work that should not wait for the next scheduled run. */
export async function hasUpgradeWork(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select where exists (select from user_counts where not is_counted)
      or exists (select from contact_use where bytes is null)
      or exists (select from online_indexes where to_regclass(quote_ident(name)) is null)`);
  return rows.length > 0;
}
