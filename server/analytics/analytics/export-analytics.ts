import { desc, eq, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { atOneMoment, readDashboard } from '#server/analytics/analytics/analytics.ts';
import type { UserContext } from '#server/context.ts';
import { separateBy, writeInTurns } from '#server/db/in-turns.ts';
import { newestFirst } from '#server/db/keyset.ts';
import { type MergePlace, mergeOfEach } from '#server/db/read-by-pages.ts';
import { cardViews } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { sendText } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { dashboardAnalytics, type exportedView } from '#shared/analytics/analytics.ts';
import type { z } from '#shared/contract/zod.ts';
import { analyticsFileName } from '#shared/formats/file-names.ts';

/**
 * The dashboard's figures and every view behind them, newest first, as one JSON object. The lists of several cards are
 * merged here: an index by card serves each, whereas one statement for all would sort every row.
 */
export async function exportAnalytics(
  ctx: UserContext,
  { query }: { query: { pretty?: string | undefined } },
): Promise<FileBody> {
  const layout = query.pretty ? PRETTY : COMPACT;
  return sendText(ctx, () => writeAnalytics(ctx, layout), {
    fileName: analyticsFileName(ctx.now()),
    onSend: () => recordAccountEvent(ctx, ctx.db, ctx.account.id, 'exported', { name: 'Analytics' }),
  });
}

/** The layout of JSON written piece by piece, identical to that of `JSON.stringify` on the whole. */
interface Layout {
  indent: number;
  /** The text after the preceding fields. */
  views: string;
  /** The end of the list and the object, and their end if the list is empty. */
  end: string;
  endOfNone: string;
  /** A view as an item of the list. */
  item(view: ExportedRow): string;
}

const COMPACT: Layout = {
  indent: 0,
  views: ',"views":[',
  end: ']}',
  endOfNone: ']}',
  item: (view) => JSON.stringify(view),
};

const PRETTY: Layout = {
  indent: 2,
  views: ',\n  "views": [',
  end: '\n  ]\n}',
  endOfNone: ']\n}',
  item: (view) => `\n${JSON.stringify(view, null, 2)}`.replaceAll('\n', '\n    '),
};

async function* writeAnalytics(ctx: UserContext, layout: Layout): AsyncGenerator<string> {
  // The figures and the latest view of each card come from one snapshot, so that they agree even while views arrive.
  const { dashboard, cards } = await atOneMoment(ctx, async (read) => ({
    dashboard: dashboardAnalytics.parse(await readDashboard(read)),
    cards: await listLatest(read),
  }));
  const head = JSON.stringify({ ...dashboard, exportedAt: ctx.now().toISOString() }, null, layout.indent);
  const separator = separateBy(',');
  let end = layout.endOfNone;
  // Not parsed one by one: a million rows produced hundreds of megabytes of garbage. The columns match the contract.
  const write = (view: ExportedRow) => {
    end = layout.end;
    return separator() + layout.item(view);
  };
  const views = mergeOfEach(cards.map(placeBefore), (places, limit) => readViews(ctx, places, limit));
  yield* writeInTurns(views, write, head.replace(/\s*\}$/, '') + layout.views);
  yield end;
}

/** A view as in the contract, except for its time, which JSON turns into the contract's format. */
type ExportedRow = Omit<z.output<typeof exportedView>, 'createdAt'> & { createdAt: Date };

interface LatestView {
  cardId: string;
  createdAt: Date;
}

/** The requester's cards that have views, each with the time of its latest one. */
async function listLatest(ctx: UserContext): Promise<LatestView[]> {
  const latest = ctx.db
    .select({ createdAt: cardViews.createdAt })
    .from(cardViews)
    .where(eq(cardViews.cardId, businessCards.id))
    .orderBy(desc(cardViews.createdAt))
    .limit(1)
    .as('latest');
  return ctx.db
    .select({ cardId: businessCards.id, createdAt: latest.createdAt })
    .from(businessCards)
    .innerJoinLateral(latest, sql`true`)
    .where(whereCan(ctx, 'export', 'figures'));
}

const EXPORTED = {
  id: cardViews.id,
  viewerDevice: cardViews.viewerDevice,
  viewerLocation: cardViews.viewerLocation,
  referrer: cardViews.referrer,
  createdAt: cardViews.createdAt,
  cardId: cardViews.cardId,
  via: cardViews.via,
  tag: cardViews.tag,
};

/** A millisecond is the smallest difference. */
const placeBefore = ({ cardId, createdAt }: LatestView): MergePlace => ({
  cardId,
  ...newestFirst({ createdAt: new Date(createdAt.getTime() + 1), id: '' }),
});

/** Views of these cards, each after its place. */
function readViews(ctx: UserContext, places: MergePlace[], limit: number): Promise<ExportedRow[]> {
  const from = sql`json_to_recordset(${JSON.stringify(places)}::json) as f ("cardId" text, key timestamptz, id text)`;
  const next = ctx.db
    .select(EXPORTED)
    .from(cardViews)
    .where(
      sql`${cardViews.cardId} = f."cardId" and (${cardViews.createdAt}, ${cardViews.id}) < (f.key, f.id)`,
    )
    .orderBy(desc(cardViews.createdAt), desc(cardViews.id))
    .limit(limit)
    .as('next');
  const { id, viewerDevice, viewerLocation, referrer, createdAt, cardId, via, tag } = next;
  return ctx.db
    .select({ id, viewerDevice, viewerLocation, referrer, createdAt, cardId, via, tag })
    .from(from)
    .innerJoinLateral(next, sql`true`)
    .orderBy(cardId, desc(createdAt), desc(id));
}
