import { endpoint, file } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { RANGES } from './ranges.ts';

/** Recording views, and the owner's figures. */

const recentView = z.object({
  id,
  viewerDevice: z.string().nullable(),
  viewerLocation: z.string().nullable(),
  referrer: z.string().nullable(),
  createdAt: moment,
});
export type RecentView = z.output<typeof recentView>;

/** Values with their views, most first; "Other" combines those beyond the fifty stored per day. */
const shares = z.array(z.object({ value: z.string(), views: count }));

const breakdowns = z.object({
  devices: shares,
  sources: shares,
  channels: shares,
  tags: shares,
  places: shares,
});

/** `visitors`: those seen for the first time in these days. */
const sums = z.object({ views: count, visitors: count });

/** The figures of a range, of all cards or one. */
const rangeAnalytics = sums.extend({
  /** The first day, and how many days each of `steps` covers; 0: a month. */
  from: z.string(),
  stepDays: z.number().int(),
  /** Of as many days before it; null for all time. */
  before: sums.nullable(),
  /** From the first step to the one of today, including those without views; `before`: the views one range earlier. */
  steps: z.array(z.object({ day: z.string(), views: count, before: count.nullable() })),
  cards: z.array(sums.extend({ cardId: id })),
  breakdowns,
});
export type RangeAnalytics = z.output<typeof rangeAnalytics>;

export const dashboardAnalytics = z
  .object({
    totalViews: count,
    totalUniqueViews: count,
    cardAnalytics: z.array(
      z.object({
        cardId: id,
        cardName: z.string(),
        views: count,
        uniqueViews: count,
        /** Of the last seven days (UTC), ending today. */
        viewsThisWeek: count,
      }),
    ),
    recentViews: z.array(recentView),
    /** Views per day (UTC) over the last 30 days, oldest first, including days without views. */
    viewsByDay: z.array(z.object({ day: z.string(), views: count })),
    /** Views over the same days by each property: every channel, and the ten values of each other kind with the most views. */
    breakdowns,
    /** As the query asked; left out without parameters. */
    range: rangeAnalytics.optional(),
    /** False while views from an earlier release are still being added up: daily figures may grow until then. */
    isComplete: z.boolean(),
    /** For how many months single views are kept, and from which day (UTC) they are there; null: as long as the card. */
    viewsKept: z.object({ months: z.number().int(), from: z.string() }).nullable(),
  })
  .meta({ id: 'DashboardAnalytics' });
export type DashboardAnalytics = z.output<typeof dashboardAnalytics>;

/** A view as the export contains it. */
export const exportedView = recentView
  .extend({
    cardId: id,
    /** The channel and the tag named in the link; null without them. */
    via: z.string().nullable(),
    tag: z.string().nullable(),
  })
  .meta({ id: 'ExportedView' });
const analyticsExport = dashboardAnalytics
  .extend({ exportedAt: moment, views: z.array(exportedView) })
  .meta({ id: 'AnalyticsExport' });

const cardParams = z.object({ id });

export const analyticsEndpoints = {
  recordView: endpoint('POST', '/api/cards/{id}/views', {
    summary: 'Count a view of a public card; sent by the page itself',
    who: 'anyone',
    params: cardParams,
    // `document.referrer`; browsers shorten a referrer beyond 4,096 characters to its origin (Referrer Policy, 8.3).
    // `via` and `tag` come from the page's own address; `tag` may also come from `utm_campaign`.
    body: z
      .object({
        referrer: z.string().max(4_096).nullish(),
        via: z.string().max(4_096).nullish(),
        tag: z.string().max(4_096).nullish(),
      })
      .default({}),
    /**
     * True once the view is on disk. False for the owner, bots, repeats, cards whose owner turned analytics off, and
     * new visitors beyond the limit for one address.
     */
    returns: z.object({ isCounted: z.boolean() }),
    limit: 'view',
  }),
  recordViewByPixel: endpoint('GET', '/api/cards/{id}/views.gif', {
    summary: 'Count a view where scripts are off',
    who: 'anyone',
    params: cardParams,
    returns: file('image/gif'),
    hasEffect: true,
    limit: 'view',
  }),
  dashboard: endpoint('GET', '/api/analytics/dashboard', {
    summary: "Exact counts over all of the user's cards, with the latest views",
    who: 'user',
    account: 'query',
    isRepeated: true,
    /** Without them, the answer has no `range`. */
    query: z.object({ days: z.enum(RANGES).optional(), card: id.optional() }),
    returns: dashboardAnalytics,
    limit: 'list',
  }),
  export: endpoint('GET', '/api/analytics/export', {
    summary: 'Everything the dashboard counts, with every view that is kept',
    who: 'user',
    account: 'query',
    whileSuspended: true,
    /** `pretty`: indented, for human readers. */
    query: z.object({ pretty: z.literal('true').optional() }),
    returns: analyticsExport,
    isStreamed: true,
    limit: 'export',
  }),
};
