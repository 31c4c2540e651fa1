import { sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

/**
 * One change of an account at a time until the transaction ends, so that several at once cannot exceed a limit together.
 * `writeInOrder` does the same.
 */
export const lockToCount = (tx: Db, id: AccountId) =>
  tx.execute(sql`select from ${users} where ${whereCan(systemFor(id), 'edit', 'account')} for no key update`);

/** By a name that says what for; works with the same name wait for each other until the transaction ends. */
export const lockNamed = (tx: Db, name: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
