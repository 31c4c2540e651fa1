import { type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamFigures } from '#server/db/schema/teams.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { arrange, type CountedPeople, type CountedViews } from '#server/teams/figures/arrange.ts';
import { keepFigures } from '#server/teams/figures/keep-figures.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { DAY_MS, formatUtcDay, MINUTE_MS } from '#shared/formats/time.ts';

/**
 * Counts the figures of teams that somebody looks at, from the hours of their cards, which are exact: no view is read, and what
 * counts a view does nothing for it (docs/decisions/092, 360).
 */

/** The name that wakes it. */
export const FIGURES_DUE = 'team-figures-due';
/** The figures of a team are counted at most this often. */
const COUNTED_EVERY_MS = MINUTE_MS;

/** Counts all that is due; resolves to the milliseconds until the next is, or null. A team that fails waits for the next look. */
export async function countWanted(app: AppContext, stopping: AbortSignal): Promise<number | null> {
  const dueBefore = app.now().getTime() - COUNTED_EVERY_MS;
  const wanted = await app.db
    .select({ teamId: teamFigures.teamId, days: teamFigures.days, countedAt: teamFigures.countedAt })
    .from(teamFigures)
    .where(sql`${teamFigures.countedAt} is null or ${teamFigures.wantedAt} > ${teamFigures.countedAt}`)
    .orderBy(sql`${teamFigures.countedAt} nulls first`);
  for (const { teamId, days, countedAt } of wanted) {
    const waitsFor = countedAt ? countedAt.getTime() - dueBefore : 0;
    if (waitsFor > 0) return waitsFor;
    if (stopping.aborted) return null;
    await countFigures(app, teamId, days).catch((error: unknown) => {
      app.log.warn(
        { teamId, days, error: describeError(error) },
        'The figures of a team are not counted yet',
      );
    });
  }
  return null;
}

/** Counts the figures of a team over a range that ends today. */
async function countFigures(app: AppContext, teamId: string, days: number): Promise<void> {
  const at = app.now();
  const from = formatUtcDay(new Date(at.getTime() - (days - 1) * DAY_MS));
  const counts = await app.db.transaction(
    async (tx) => ({ seen: await countSeen(tx, teamId, from), met: await countMet(tx, teamId, from) }),
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
  await keepFigures(app.db, { teamId, days, at }, arrange(counts, from, days));
}

async function countSeen(db: Db, teamId: string, from: string): Promise<CountedViews[]> {
  const { rows } = await db.execute<{ [Name in keyof CountedViews]: CountedViews[Name] }>(sql`
    with seen as (
      select c.id, c.holder_id, h.day, coalesce(h.views, 0) as views, coalesce(h.visitors, 0) as visitors
      from business_cards c left join lateral (
        select (h.hour at time zone 'UTC')::date as day, sum(h.views) as views, sum(h.new_visitors) as visitors
        from card_hours h where h.card_id = c.id and h.hour >= ${startOf(from)} group by 1
      ) h on true
      where ${whereCan(systemFor(accountId.parse(teamId)), 'see', 'figures', 'c')}
    )
    select case when grouping(id) = 0 then 'card' when grouping(holder_id) = 0 then 'holder' else 'day' end as by,
      case when grouping(id) = 0 then id when grouping(holder_id) = 0 then holder_id
        else to_char(day, 'YYYY-MM-DD') end as key,
      count(distinct id)::int as cards, sum(views)::int as views, sum(visitors)::int as visitors
    from seen group by grouping sets ((id), (holder_id), (day))`);
  return rows;
}

async function countMet(db: Db, teamId: string, from: string): Promise<CountedPeople[]> {
  const team = systemFor(accountId.parse(teamId));
  const countOf = (table: string, kind: 'contact' | 'lead') => sql`
    select holder_id, (created_at at time zone 'UTC')::date as day,
      ${kind === 'contact' ? 1 : 0}::int as contact, ${kind === 'lead' ? 1 : 0}::int as lead
    from ${sql.identifier(table)} m
    where ${whereCan(team, 'see', kind, 'm')} and created_at >= ${startOf(from)}`;
  const { rows } = await db.execute<{ [Name in keyof CountedPeople]: CountedPeople[Name] }>(sql`
    select case when grouping(holder_id) = 0 then 'holder' else 'day' end as by,
      case when grouping(holder_id) = 0 then holder_id else to_char(day, 'YYYY-MM-DD') end as key,
      sum(contact)::int as contacts, sum(lead)::int as leads
    from (${countOf('contacts', 'contact')} union all ${countOf('lead_captures', 'lead')}) met
    group by grouping sets ((holder_id), (day))`);
  return rows;
}

const startOf = (day: string): SQL => sql`(${day}::date)::timestamp at time zone 'UTC'`;
