import { and, eq, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { teamCardDays, teamSums } from '#server/db/schema/teams.ts';
import { teams } from '#server/db/schema/users.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { DAY_MS, formatUtcDay, HOUR_MS } from '#shared/formats/time.ts';
import { TEAM_RANGES } from '#shared/teams/ranges.ts';

/** A view is written soon after it took place. */
const LATE_MS = HOUR_MS;
/** The first day that a later count may find changed. */
export const openDayOf = (at: Date): string => formatUtcDay(new Date(at.getTime() - LATE_MS));

/** The longest range: older days are not kept. */
export const DAYS_KEPT = Math.max(...TEAM_RANGES.map(Number));

/** The first day (YYYY-MM-DD, UTC) of a range of days that ends at a moment. */
export const firstDayOf = (days: number, at: Date): string =>
  formatUtcDay(new Date(at.getTime() - (days - 1) * DAY_MS));

type Sums = typeof teamSums.$inferSelect;

/** Locks a team's sums until the transaction ends: a team is counted by one process at a time. Null if the team is gone. */
export async function lockSums(tx: Db, teamId: string): Promise<Sums | null> {
  // First the account and the team, as what deletes them does.
  await tx.execute(sql`select from users where id = ${teamId} for key share`);
  const [team] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for('key share');
  if (!team) return null;
  await tx.insert(teamSums).values({ teamId }).onConflictDoNothing();
  const [sums] = await tx.select().from(teamSums).where(eq(teamSums.teamId, teamId)).for('update');
  return sums ?? null;
}

/**
 * Brings a team's sums by card and day up to this moment: of the hours of its cards, it reads those since the day of the last
 * time, so that it costs what happened since then. To be called while `lockSums` holds them.
 */
export async function sumDays(tx: Db, { teamId, summedAt }: Sums, at: Date): Promise<void> {
  const first = firstDayOf(DAYS_KEPT, at);
  const from = [first, summedAt ? openDayOf(summedAt) : first].toSorted().at(-1);
  await tx.execute(sql`
    insert into team_card_days as kept (team_id, day, card_id, views, visitors)
    select c.user_id, h.day, c.id, h.views, h.visitors from business_cards c cross join lateral (
      select (hour at time zone 'UTC')::date as day, sum(views) as views, sum(new_visitors) as visitors
      from card_hours where card_id = c.id and hour >= (${from}::date)::timestamp at time zone 'UTC'
      group by 1
    ) h where ${whereCan(systemFor(accountId.parse(teamId)), 'restore', 'card', 'c')}
    on conflict (team_id, day, card_id) do update set (views, visitors) = row(excluded.views, excluded.visitors)
    where (kept.views, kept.visitors) is distinct from (excluded.views, excluded.visitors)`);
  await tx
    .delete(teamCardDays)
    .where(and(eq(teamCardDays.teamId, teamId), sql`${teamCardDays.day} < ${first}::date`));
  await tx.update(teamSums).set({ summedAt: at }).where(eq(teamSums.teamId, teamId));
}
