import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { buildIndexes } from '#server/db/build-indexes.ts';
import { countExisting } from '#server/db/count-existing.ts';
import { indexPeople } from '#server/db/index-people.ts';
import type { Db } from '#server/db/open.ts';

/** Any constant will do: the session lock of the one process that keeps the lists up at a time. */
const UPKEEP_LOCK = 715_003;

/** What keeps lists up to date, which after an upgrade of a large database takes as long as it takes. */
export interface Upkeep {
  /** Does what is left to do; nothing where somebody does it already, in this process or another. */
  run(): Promise<void>;
  /** Ends a run at once, also in the middle of an index; the next one goes on. */
  close(): Promise<void>;
}

/**
 * Works on a connection of its own, which must not lead through a pooler: two that build indexes of one table wait for
 * each other in a circle, an index may take longer than statements of the product are allowed to, and a stop does not
 * wait for it.
 */
export function createUpkeep(connection: pg.ClientConfig): Upkeep {
  let client: pg.Client | undefined;
  let isClosed = false;
  return {
    async run() {
      if (client || isClosed) return;
      client = new pg.Client({ ...connection, keepAlive: true, application_name: 'goldleaf-upkeep' });
      // What breaks between two statements shows in the next one.
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
    async close() {
      isClosed = true;
      await client?.end();
    },
  };
}

/** Brings counters, indexes and the search up to date. Small after each few minutes, long once after an upgrade. */
export async function keepLists(db: Db): Promise<void> {
  await countExisting(db);
  await buildIndexes(db, 'ordered');
  await indexPeople(db);
  // An index over what is there is built sooner than one that grows row by row.
  await buildIndexes(db, 'search');
}

/** Whether an upgrade has left work that should not wait for the next round. */
export async function hasUpgradeWork(db: Db): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select where exists (select from user_counts where not is_counted)
      or exists (select from online_indexes where to_regclass(quote_ident(name)) is null)`);
  return rows.length > 0;
}
