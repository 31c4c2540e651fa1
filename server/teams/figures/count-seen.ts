import { and, eq, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { teamFigures } from '#server/db/schema/teams.ts';
import type { CardSums, DaySums } from '#server/teams/figures/arrange.ts';
import { firstDayOf, openDayOf } from '#server/teams/figures/sum-days.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { formatUtcDay } from '#shared/formats/time.ts';

/** Views and visitors of a team, from its sums by card and day. */
export async function countSeen(
  db: Db,
  { teamId, days, at }: { teamId: string; days: number; at: Date },
): Promise<{ cards: CardSums[]; days: DaySums[] }> {
  const [from, open] = [firstDayOf(days, at), openDayOf(at)];
  const [kept] = await db
    .select()
    .from(teamFigures)
    .where(and(eq(teamFigures.teamId, teamId), eq(teamFigures.days, days)));
  const isOfToday =
    kept?.openFrom === open && kept.countedAt && formatUtcDay(kept.countedAt) === formatUtcDay(at);
  const again = isOfToday ? await addOpenDays(db, { teamId, days, open }) : null;
  // A card was made, deleted or restored: no day is as it was.
  const isSame =
    again?.every(({ isKnown }) => isKnown) && again.length === (await countLines(db, teamId, days));
  return again && kept && isSame
    ? {
        cards: again,
        days: [...kept.byDay.filter(({ day }) => day < open), ...(await sumByDay(db, teamId, open))],
      }
    : { cards: await addAllDays(db, { teamId, from, open }), days: await sumByDay(db, teamId, from) };
}

const liveOf = (teamId: string) => sql`
  select c.id, c.holder_id from business_cards c
  where ${whereCan(systemFor(accountId.parse(teamId)), 'see', 'figures', 'c')}`;

async function countLines(db: Db, teamId: string, days: number): Promise<number> {
  const { rows } = await db.execute<{ lines: number }>(
    sql`select count(*)::int as lines from team_card_figures where team_id = ${teamId} and days = ${days}`,
  );
  return rows[0]?.lines ?? 0;
}

/** The sums that the lines have of the days that are closed, and those of the open days. */
async function addOpenDays(
  db: Db,
  { teamId, days, open }: { teamId: string; days: number; open: string },
): Promise<(CardSums & { isKnown: boolean })[]> {
  const { rows } = await db.execute<CardSums & { isKnown: boolean }>(sql`
    select live.id, holder_id as "holderId", l.card_id is not null as "isKnown",
      closed_views as "closedViews", closed_visitors as "closedVisitors",
      (closed_views + coalesce(d.views, 0))::int as views, (closed_visitors + coalesce(d.visitors, 0))::int as visitors
    from (${liveOf(teamId)}) live
    left join team_card_figures l on l.team_id = ${teamId} and l.days = ${days} and l.card_id = live.id
    left join (
      select card_id, sum(views) as views, sum(visitors) as visitors from team_card_days
      where team_id = ${teamId} and day >= ${open}::date group by card_id
    ) d on d.card_id = live.id`);
  return rows;
}

async function addAllDays(
  db: Db,
  { teamId, from, open }: { teamId: string; from: string; open: string },
): Promise<CardSums[]> {
  const { rows } = await db.execute<{ [Name in keyof CardSums]: CardSums[Name] }>(sql`
    select live.id, holder_id as "holderId",
      coalesce(d.closed_views, 0)::int as "closedViews", coalesce(d.closed_visitors, 0)::int as "closedVisitors",
      coalesce(d.views, 0)::int as views, coalesce(d.visitors, 0)::int as visitors
    from (${liveOf(teamId)}) live left join (
      select card_id, sum(views) as views, sum(visitors) as visitors,
        sum(views) filter (where day < ${open}::date) as closed_views,
        sum(visitors) filter (where day < ${open}::date) as closed_visitors
      from team_card_days where team_id = ${teamId} and day >= ${from}::date group by card_id
    ) d on d.card_id = live.id`);
  return rows;
}

async function sumByDay(db: Db, teamId: string, from: string): Promise<DaySums[]> {
  const { rows } = await db.execute<{ [Name in keyof DaySums]: DaySums[Name] }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(views)::int as views, sum(visitors)::int as visitors
    from team_card_days d join (${liveOf(teamId)}) live on live.id = d.card_id
    where team_id = ${teamId} and day >= ${from}::date group by d.day`);
  return rows;
}
