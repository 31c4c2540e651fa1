import { type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { AppContext } from '#server/context.ts';

/**
 * The release before this one may run beside it. It locks a row of its own work first, and the account's counters with the
 * first contact it changes: `begin`, which does the same work here, must not hold the counters while it waits for the row.
 */
export async function workBesideOlder(
  { db }: AppContext,
  { row, userId }: { row: SQL; userId: string },
  begin: () => Promise<void>,
): Promise<void> {
  let working: Promise<void> | undefined;
  await db.transaction(async (older) => {
    await older.execute(sql`${row} for update`);
    working = begin();
    const waits = sql`select from pg_locks where not granted and locktype = 'transactionid'`;
    await expect.poll(async () => (await db.execute(waits)).rowCount).toBeGreaterThan(0);
    await older.execute(sql`select from user_counts where user_id = ${userId} for update nowait`);
  });
  await working;
}
