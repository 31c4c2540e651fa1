import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { userCounts } from '#server/db/schema/counters.ts';
import type { AccountId } from '#shared/accounts/ids.ts';

const AT_ONCE = 100;

/**
 * Counts what users had before there were counters, one user at a time. If a run is interrupted, the next one
 * continues; at the end every counter is exact, whatever was added or removed in the meantime.
 */
export async function countExisting(db: Db): Promise<void> {
  for (;;) {
    const users = await db
      .select({ id: userCounts.userId })
      .from(userCounts)
      .where(eq(userCounts.isCounted, false))
      .orderBy(asc(userCounts.userId))
      .limit(AT_ONCE);
    if (users.length === 0) return;
    for (const { id } of users) await countUser(db, id);
  }
}

/** Counts one user, unless already counted. */
export async function countUser(db: Db, id: AccountId): Promise<void> {
  await db.transaction(async (tx) => {
    // A transaction that adds or removes a row of this user holds this lock until it commits, so the statements below
    // see all of it.
    const [locked] = await tx.select().from(userCounts).where(eq(userCounts.userId, id)).for('no key update');
    if (!locked || locked.isCounted) return;
    await tx.execute(sql`
      update user_counts set is_counted = true,
        cards = (select count(*) from business_cards where user_id = ${id} and deleted_at is null),
        contacts = (select count(*) from contacts where user_id = ${id}),
        leads = (select count(*) from lead_captures where card_owner_id = ${id})
      where user_id = ${id}`);
    await tx.execute(sql`delete from contact_days where user_id = ${id}`);
    await tx.execute(sql`
      insert into contact_days (user_id, day, contacts)
      select user_id, (created_at at time zone 'UTC')::date, count(*) from contacts where user_id = ${id} group by 1, 2`);
  });
}
