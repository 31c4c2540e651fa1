import { type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import type { DashboardAnalytics } from '#shared/analytics/analytics.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';

/**
 * The owner's figures for the last 30 days (UTC, ending today) from the rollups: no view is read (docs/decisions/092).
 */

const DAYS = 30;
const WEEK_DAYS = 7;
/** How many values of one kind are given; of channels, a closed list, all: their shares are of the whole. */
const VALUES_SHOWN = 10;

const formatToday = (ctx: UserContext) => formatUtcDay(ctx.now());

/** Views by day, including days without any. */
export function selectDays(ctx: UserContext): SQL {
  const day = formatToday(ctx);
  return sql`
    with days as (
      select generate_series(${day}::date - ${DAYS - 1}::int, ${day}::date, interval '1 day')::date as day
    ), counted as (
      select (h.hour at time zone 'UTC')::date as day, sum(h.views)::int as views
      from business_cards c join card_hours h on h.card_id = c.id
      where ${whereCan(ctx, 'see', 'figures', 'c')}
        and h.hour >= (${day}::date - ${DAYS - 1}::int)::timestamp at time zone 'UTC'
      group by 1
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(counted.views, 0) as views
    from days left join counted using (day) order by days.day`;
}

/** Views of each card over the last seven days; cards without any are left out. */
export const selectWeek = (ctx: UserContext): SQL => sql`
  select c.id, sum(h.views)::int as views
  from business_cards c join card_hours h on h.card_id = c.id
  where ${whereCan(ctx, 'see', 'figures', 'c')}
    and h.hour >= (${formatToday(ctx)}::date - ${WEEK_DAYS - 1}::int)::timestamp at time zone 'UTC'
  group by 1`;

type Kind = 'device' | 'source' | 'channel' | 'tag' | 'place';

/** Views of one value of a kind. */
export interface KindCount {
  kind: Kind;
  value: string;
  views: number;
}

/** The values of each kind with the most views from a day on (YYYY-MM-DD), and every channel; of all cards or one. */
export const selectKinds = (
  ctx: UserContext,
  from = formatUtcDay(new Date(ctx.now().getTime() - (DAYS - 1) * DAY_MS)),
  card?: string,
): SQL => sql`
  with counted as (
    select d.kind, d.value, sum(d.views)::int as views,
      row_number() over (partition by d.kind order by sum(d.views) desc, d.value) as place
    from business_cards c join card_days d on d.card_id = c.id
    where ${whereCan(ctx, 'see', 'figures', 'c')} and d.day >= ${from}::date
      and (${card ?? null}::text is null or c.id = ${card ?? null})
    group by 1, 2
  )
  select kind, value, views from counted where place <= ${VALUES_SHOWN} or kind = 'channel' order by kind, place`;

export function toBreakdowns(counts: KindCount[]): DashboardAnalytics['breakdowns'] {
  const of = (wanted: Kind) =>
    counts.filter(({ kind }) => kind === wanted).map(({ value, views }) => ({ value, views }));
  return {
    devices: of('device'),
    sources: of('source'),
    channels: of('channel'),
    tags: of('tag'),
    places: of('place'),
  };
}

export async function countByKind(
  ctx: UserContext,
  from: string,
  card: string | undefined,
): Promise<DashboardAnalytics['breakdowns']> {
  const { rows } = await ctx.db.execute<{ [Name in keyof KindCount]: KindCount[Name] }>(
    selectKinds(ctx, from, card),
  );
  return toBreakdowns(rows);
}

/** A row while views from before the rollups are still being added: daily figures may grow until then. */
export const selectUnfinished = sql`select true as is from rollup_backfills where completed_at is null limit 1`;

export async function isComplete({ db }: Pick<UserContext, 'db'>): Promise<boolean> {
  const { rows } = await db.execute(selectUnfinished);
  return rows.length === 0;
}
