import { type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { viewsKept } from '#server/analytics/analytics/old-views.ts';
import { readRange } from '#server/analytics/analytics/range.ts';
import {
  countByKind,
  type KindCount,
  selectDays,
  selectKinds,
  selectUnfinished,
  selectWeek,
  toBreakdowns,
} from '#server/analytics/analytics/rollups.ts';
import type { UserContext } from '#server/context.ts';
import { readLists } from '#server/db/prepared.ts';
import { readWithin } from '#server/db/read-within.ts';
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
  const heldOf = (named: UserContext): UserContext =>
    named.account.kind === 'team' ? { ...named, role: 'member' } : named;
  if (!days && !card) return readWithin(() => readDashboard(heldOf(ctx)));
  return atOneMoment(ctx, async (named) => {
    const held = heldOf(named);
    const inside = card ? named : held;
    const dashboard = await readDashboard(held);
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
  return readWithin(() =>
    ctx.db.transaction((tx) => read({ ...ctx, db: tx }), {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    }),
  );
}

/** All of it is one statement, and so of one snapshot. */
export async function readDashboard(ctx: UserContext): Promise<DashboardAnalytics> {
  const { cards, recent, days, kinds, unfinished } = await readLists<{
    cards: DashboardAnalytics['cardAnalytics'];
    recent: DashboardAnalytics['recentViews'];
    days: DashboardAnalytics['viewsByDay'];
    kinds: KindCount[];
    unfinished: unknown[];
  }>(ctx, 'dashboard', {
    cards: selectCards(ctx),
    recent: selectRecentViews(ctx),
    days: selectDays(ctx),
    kinds: selectKinds(ctx),
    unfinished: selectUnfinished,
  });
  return {
    totalViews: cards.reduce((sum, { views }) => sum + views, 0),
    totalUniqueViews: cards.reduce((sum, { uniqueViews }) => sum + uniqueViews, 0),
    cardAnalytics: cards,
    recentViews: recent.map((view) => ({ ...view, createdAt: new Date(view.createdAt).toISOString() })),
    viewsByDay: days,
    breakdowns: toBreakdowns(kinds),
    isComplete: unfinished.length === 0,
    viewsKept: viewsKept(ctx),
  };
}

const selectCards = (ctx: UserContext): SQL => sql`
  select c.id as "cardId", c.name as "cardName", c.view_count as views, c.unique_view_count as "uniqueViews",
    coalesce(week.views, 0) as "viewsThisWeek"
  from business_cards c left join (${selectWeek(ctx)}) week on week.id = c.id
  where ${whereCan(ctx, 'see', 'figures', 'c')} order by c.created_at desc, c.id desc`;

/** The latest views of each card by its index, then the latest of those: older views of a card are never read. */
const selectRecentViews = (ctx: UserContext): SQL => sql`
  select latest.id, viewer_device as "viewerDevice", viewer_location as "viewerLocation", referrer,
    latest.created_at as "createdAt"
  from business_cards c cross join lateral (
    select id, viewer_device, viewer_location, referrer, created_at from card_views v where v.card_id = c.id order by v.created_at desc limit ${RECENT_VIEWS}
  ) latest
  where ${whereCan(ctx, 'see', 'figures', 'c')} order by latest.created_at desc, latest.id desc limit ${RECENT_VIEWS}`;
