import { isNull, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { contactUse } from '#server/db/schema/counters.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

const CHANGES_AT_ONCE = 10_000;
const USERS_AT_ONCE = 100;

/**
 * Counts the bytes of accounts that had contacts before they were counted, and adds up what triggers have written since.
 * Each step is one statement, which sees rows and changes at one moment: nothing is counted twice, and nobody waits.
 */
export async function countContactUse(db: Db): Promise<void> {
  for (;;) {
    const users = await db
      .select({ id: contactUse.userId })
      .from(contactUse)
      .where(isNull(contactUse.bytes))
      .orderBy(contactUse.userId)
      .limit(USERS_AT_ONCE);
    for (const { id } of users) await countUse(db, id);
    if (users.length < USERS_AT_ONCE) break;
  }
  await addContactUse(db);
}

/** Adds up the changes that triggers have written; returns how many there were. */
export async function addContactUse(db: Db): Promise<number> {
  let all = 0;
  for (let some = CHANGES_AT_ONCE; some === CHANGES_AT_ONCE; all += some) some = await addChanges(db);
  return all;
}

async function countUse(db: Db, userId: AccountId): Promise<void> {
  await db.execute(sql`
    with counted as (
      delete from contact_use_changes where user_id = ${userId}
    )
    update contact_use u set bytes = c.bytes, undo_bytes = c.undo_bytes
    from count_contact_use(${userId}) as c where u.user_id = ${userId} and u.bytes is null`);
}

/**
 * Returns how many changes it added up. Those of accounts that are not counted yet are left to `countUse`, or each of the two
 * would wait for a row of the other; those of accounts that are locked, as while another is deleted, wait for the next time.
 */
async function addChanges(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with due as (
      select nth, user_id from contact_use_changes c
      where not exists (select from contact_use u where u.user_id = c.user_id and u.bytes is null)
      order by nth limit ${CHANGES_AT_ONCE} for update skip locked
    ), held as (
      select id from users where id in (select user_id from due) for key share skip locked
    ), gone as (
      delete from contact_use_changes
      where nth in (
        select nth from due
        where user_id in (select id from held) or not exists (select from users where id = due.user_id)
      )
      returning user_id, bytes, undo_bytes
    ), added as (
      insert into contact_use (user_id, bytes, undo_bytes)
      select user_id, sum(bytes), sum(undo_bytes) from gone where user_id in (select id from held)
      group by user_id order by user_id
      on conflict (user_id) do update
      set bytes = contact_use.bytes + excluded.bytes, undo_bytes = contact_use.undo_bytes + excluded.undo_bytes
    )
    select count(*)::integer as count from gone`);
  return rows[0]?.count ?? 0;
}
