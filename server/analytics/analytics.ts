import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ViewBuffer } from '#server/analytics/view-buffer.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards, cardViews } from '#server/db/schema.ts';
import type { DashboardAnalytics } from '#shared/analytics.ts';
import { RECENT_VIEWS } from '#shared/constants.ts';

/** The owner's figures: totals from the counters beside each card, never by counting rows. */

type AnalyticsContext = UserContext & { views: ViewBuffer };

const DAYS = 30;

export async function getDashboard(ctx: AnalyticsContext): Promise<DashboardAnalytics> {
  return atOneMoment(ctx, readDashboard);
}

export async function exportAnalytics(ctx: AnalyticsContext) {
  return atOneMoment(ctx, async (read) => {
    const dashboard = await readDashboard(read);
    const views = await read.db
      .select({ ...shownOfView, cardId: cardViews.cardId })
      .from(cardViews)
      .innerJoin(businessCards, eq(businessCards.id, cardViews.cardId))
      .where(isOwnCard(read))
      .orderBy(desc(cardViews.createdAt), desc(cardViews.id));
    return { ...dashboard, exportedAt: ctx.now().toISOString(), views: views.map(toShownView) };
  });
}

/** All figures of one snapshot, so that they agree also while views arrive. */
async function atOneMoment<Result>(
  ctx: AnalyticsContext,
  read: (ctx: UserContext) => Promise<Result>,
): Promise<Result> {
  // Who looks at the figures just after a view sees it counted.
  await ctx.views.flush();
  return ctx.db.transaction((tx) => read({ ...ctx, db: tx }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function readDashboard(ctx: UserContext): Promise<DashboardAnalytics> {
  const cardAnalytics = await ctx.db
    .select({
      cardId: businessCards.id,
      cardName: businessCards.name,
      views: businessCards.viewCount,
      uniqueViews: businessCards.uniqueViewCount,
    })
    .from(businessCards)
    .where(isOwnCard(ctx))
    .orderBy(desc(businessCards.createdAt), desc(businessCards.id));
  return {
    totalViews: cardAnalytics.reduce((sum, { views }) => sum + views, 0),
    totalUniqueViews: cardAnalytics.reduce((sum, { uniqueViews }) => sum + uniqueViews, 0),
    cardAnalytics,
    recentViews: await listRecentViews(ctx),
    viewsByDay: await countViewsByDay(ctx),
  };
}

const isOwnCard = (ctx: UserContext) =>
  and(eq(businessCards.userId, ctx.user.id), isNull(businessCards.deletedAt));

const shownOfView = {
  id: cardViews.id,
  viewerDevice: cardViews.viewerDevice,
  viewerLocation: cardViews.viewerLocation,
  referrer: cardViews.referrer,
  createdAt: cardViews.createdAt,
};

const toShownView = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** The latest views of each card by its index, then the latest of those: a card's older views are never read. */
async function listRecentViews(ctx: UserContext) {
  const latest = ctx.db
    .select(shownOfView)
    .from(cardViews)
    .where(eq(cardViews.cardId, businessCards.id))
    .orderBy(desc(cardViews.createdAt))
    .limit(RECENT_VIEWS)
    .as('latest');
  const rows = await ctx.db
    .select({
      id: latest.id,
      viewerDevice: latest.viewerDevice,
      viewerLocation: latest.viewerLocation,
      referrer: latest.referrer,
      createdAt: latest.createdAt,
    })
    .from(businessCards)
    .innerJoinLateral(latest, sql`true`)
    .where(isOwnCard(ctx))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(RECENT_VIEWS);
  return rows.map(toShownView);
}

/** Days of UTC, today the last of them. */
async function countViewsByDay(ctx: UserContext): Promise<DashboardAnalytics['viewsByDay']> {
  const today = ctx.now().toISOString().slice(0, 10);
  const { rows } = await ctx.db.execute<{ day: string; views: number }>(sql`
    with days as (
      select generate_series(${today}::date - ${DAYS - 1}::int, ${today}::date, interval '1 day')::date as day
    ), counted as (
      select (v.created_at at time zone 'UTC')::date as day, count(*)::int as views
      from card_views v join business_cards c on c.id = v.card_id
      where c.user_id = ${ctx.user.id} and c.deleted_at is null
        and v.created_at >= (${today}::date - ${DAYS - 1}::int)::timestamp at time zone 'UTC'
      group by 1
    )
    select to_char(days.day, 'YYYY-MM-DD') as day, coalesce(counted.views, 0) as views
    from days left join counted using (day) order by days.day`);
  return rows;
}
