import { desc, eq, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { viewsKept } from '#server/analytics/analytics/old-views.ts';
import { readRange } from '#server/analytics/analytics/range.ts';
import { countByDay, countByKind, countWeekByCard, isComplete } from '#server/analytics/analytics/rollups.ts';
import type { UserContext } from '#server/context.ts';
import { readWithin } from '#server/db/read-within.ts';
import { cardViews } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import type { HandlerInput } from '#server/infra/http/serve.ts';
import type { analyticsEndpoints, DashboardAnalytics } from '#shared/analytics/analytics.ts';
import { RECENT_VIEWS } from '#shared/contract/constants.ts';

/** The owner's figures: totals come from each card's counters, never from counting rows. */

/**
 * Of a team, the figures of the cards that the caller holds, whatever their part, and of one that they name: those of all
 * are counted by due work (docs/decisions/360).
 */
export async function getDashboard(
  ctx: UserContext,
  { query: { days, card } }: HandlerInput<typeof analyticsEndpoints.dashboard>,
): Promise<DashboardAnalytics> {
  return atOneMoment(ctx, async (named) => {
    const held: UserContext = named.account.kind === 'team' ? { ...named, role: 'member' } : named;
    const inside = card ? named : held;
    const dashboard = await readDashboard(held);
    if (!days && !card) return dashboard;
    const range = await readRange(inside, days ?? '30', card);
    // The days that the dashboard itself is about are not counted twice.
    const isCounted = range.from === dashboard.viewsByDay[0]?.day && !card;
    const breakdowns = isCounted ? dashboard.breakdowns : await countByKind(inside, range.from, card);
    return { ...dashboard, range: { ...range, breakdowns } };
  });
}

/** All figures from one snapshot, so that they agree even while views arrive. */
export async function atOneMoment<Result>(
  ctx: UserContext,
  read: (ctx: UserContext) => Promise<Result>,
): Promise<Result> {
  return readWithin(ctx.db, (tx) => read({ ...ctx, db: tx }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

export async function readDashboard(ctx: UserContext): Promise<DashboardAnalytics> {
  const week = await countWeekByCard(ctx);
  const cards = await ctx.db
    .select({
      cardId: businessCards.id,
      cardName: businessCards.name,
      views: businessCards.viewCount,
      uniqueViews: businessCards.uniqueViewCount,
    })
    .from(businessCards)
    .where(whereCan(ctx, 'see', 'figures'))
    .orderBy(desc(businessCards.createdAt), desc(businessCards.id));
  const cardAnalytics = cards.map((card) => ({ ...card, viewsThisWeek: week.get(card.cardId) ?? 0 }));
  return {
    totalViews: cardAnalytics.reduce((sum, { views }) => sum + views, 0),
    totalUniqueViews: cardAnalytics.reduce((sum, { uniqueViews }) => sum + uniqueViews, 0),
    cardAnalytics,
    recentViews: await listRecentViews(ctx),
    viewsByDay: await countByDay(ctx),
    breakdowns: await countByKind(ctx),
    isComplete: await isComplete(ctx),
    viewsKept: viewsKept(ctx),
  };
}

export const shownOfView = {
  id: cardViews.id,
  viewerDevice: cardViews.viewerDevice,
  viewerLocation: cardViews.viewerLocation,
  referrer: cardViews.referrer,
  createdAt: cardViews.createdAt,
};

export const toShownView = <Row extends { createdAt: Date }>(row: Row) => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** The latest views of each card by its index, then the latest of those: older views of a card are never read. */
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
    .where(whereCan(ctx, 'see', 'figures'))
    .orderBy(desc(latest.createdAt), desc(latest.id))
    .limit(RECENT_VIEWS);
  return rows.map(toShownView);
}
