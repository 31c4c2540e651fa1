import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import { teamCardDays, teamSums } from '#server/db/schema/teams.ts';

/** Rows of a transaction: a team has one for each of its cards on each day. */
const ROWS_AT_ONCE = 2_000;

/** Forgets the sums of teams since which nobody looked. Whoever looks meanwhile has them added up from the first day on. */
export async function forgetSums(db: Db, before: Date): Promise<void> {
  const { teamId, summedAt } = teamSums;
  await db.update(teamSums).set({ summedAt: null }).where(lt(summedAt, before));
  const idle = await db.select({ id: teamId }).from(teamSums).where(isNull(summedAt));
  for (const { id } of idle) while (await forgetSome(db, id)) {}
}

/** Returns true if there may be more. */
const forgetSome = (db: Db, id: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const isIdle = and(eq(teamSums.teamId, id), isNull(teamSums.summedAt));
    const [sums] = await tx.select().from(teamSums).where(isIdle).for('update');
    if (!sums) return false;
    const some = sql`select ctid from ${teamCardDays} where ${eq(teamCardDays.teamId, id)} limit ${ROWS_AT_ONCE}`;
    const { rowCount } = await tx.delete(teamCardDays).where(sql`ctid = any (array(${some}))`);
    if (rowCount) return true;
    await tx.delete(teamSums).where(isIdle);
    return false;
  });
