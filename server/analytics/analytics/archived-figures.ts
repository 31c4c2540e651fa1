import { and, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { isComplete } from '#server/analytics/analytics/rollups.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { readOfEach } from '#server/db/read-by-pages.ts';
import { cardViews } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';

/**
 * The figures of cards as an account's archive has them: single views, and what is counted of views and stays when they
 * go (docs/decisions/388).
 */

/** All that is counted of a card's views on a day (UTC). */
export interface FiguresOfDay {
  cardId: string;
  /** YYYY-MM-DD */
  day: string;
  hours: [hour: number, views: number, newVisitors: number][];
  /** As the columns of `card_days`. */
  values: [kind: string, value: string, views: number][];
}

/** Visitors that a card knows: their hash in base64, and the moments of the latest view that counted and of the first one. */
export interface KnownVisitors {
  cardId: string;
  visitors: [visitor: string, countedAt: number, firstSeenAt: number | null][];
}

/** Rows of a page: of cards together, so many of each; of a card that has more, so many. A day has up to 25 kB. */
const VIEWS = { together: 100, each: 20, more: 500 };
const DAYS = { together: 20, each: 20, more: 100 };
const VISITORS = { together: 100, each: 50, more: 1_000 };

async function listCards({ db, ...ctx }: UserContext): Promise<string[]> {
  const cards = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(whereCan(ctx, 'export', 'card'))
    .orderBy(businessCards.id);
  return cards.map(({ id }) => id);
}

/** The views of the caller's cards, card by card, newest first. */
export async function* readViews(ctx: UserContext) {
  type View = typeof cardViews.$inferSelect;
  yield* readOfEach<View>(await listCards(ctx), VIEWS, (ids, last, limit) => {
    const latest = ctx.db
      .select()
      .from(cardViews)
      .where(
        and(
          eq(cardViews.cardId, businessCards.id),
          isOlder(cardViews.createdAt, cardViews.id, last ? newestFirst(last) : null),
        ),
      )
      .orderBy(desc(cardViews.createdAt), desc(cardViews.id))
      .limit(limit)
      .as('latest');
    const columns = Object.keys(getTableColumns(cardViews)).map((name) => [name, latest[name as keyof View]]);
    return ctx.db
      .select(Object.fromEntries(columns) as { [Name in keyof View]: (typeof latest)[Name] })
      .from(businessCards)
      .innerJoinLateral(latest, sql`true`)
      .where(inArray(businessCards.id, ids))
      .orderBy(latest.cardId, desc(latest.createdAt), desc(latest.id));
  });
}

/** The days of the caller's cards, card by card; none while views from before there were figures are still being counted. */
export async function* readDays(ctx: UserContext): AsyncGenerator<FiguresOfDay[]> {
  if (!(await isComplete(ctx))) return;
  yield* readOfEach<FiguresOfDay>(await listCards(ctx), DAYS, (ids, last, limit) => {
    const next = sql`(${last?.day ?? '-infinity'}::date + ${last ? 1 : 0}::int)::timestamp at time zone 'UTC'`;
    return rowsOf(
      ctx,
      sql`
      select c.id as "cardId", to_char(d.day, 'YYYY-MM-DD') as day, d.hours, (
        select coalesce(json_agg(json_build_array(v.kind, v.value, v.views) order by v.kind, v.value), '[]')
        from card_days v where v.card_id = c.id and v.day = d.day
      ) as values
      from ${asRows(ids)} cross join lateral (
        select (h.hour at time zone 'UTC')::date as day, json_agg(json_build_array(
          extract(hour from h.hour at time zone 'UTC')::int, h.views, h.new_visitors) order by h.hour) as hours
        from card_hours h where h.card_id = c.id and h.hour >= ${next} group by 1 order by 1 limit ${limit}
      ) d order by c.id, d.day`,
    );
  });
}

/** The visitors that the caller's cards know. */
export async function* readVisitors(ctx: UserContext): AsyncGenerator<KnownVisitors[]> {
  interface Row {
    cardId: string;
    visitor: string;
    countedAt: number;
    firstSeenAt: number | null;
  }
  const inMs = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;
  const pages = readOfEach<Row>(await listCards(ctx), VISITORS, (ids, last, limit) =>
    rowsOf(
      ctx,
      sql`
      select c.id as "cardId", encode(v.visitor, 'base64') as visitor, ${inMs(sql`v.counted_at`)} as "countedAt",
        ${inMs(sql`v.first_seen_at`)} as "firstSeenAt"
      from ${asRows(ids)} cross join lateral (
        select * from card_visitors v where v.card_id = c.id and v.visitor > decode(${last?.visitor ?? ''}, 'base64')
        order by v.visitor limit ${limit}
      ) v order by c.id, v.visitor`,
    ),
  );
  for await (const rows of pages) {
    const byCard = new Map<string, KnownVisitors>();
    for (const { cardId, visitor, countedAt, firstSeenAt } of rows) {
      const known = byCard.get(cardId) ?? { cardId, visitors: [] };
      known.visitors.push([visitor, countedAt, firstSeenAt]);
      byCard.set(cardId, known);
    }
    yield [...byCard.values()];
  }
}

const asRows = (ids: string[]) => sql`json_array_elements_text(${JSON.stringify(ids)}::json) as c (id)`;

const rowsOf = async <Row>({ db }: UserContext, statement: SQL): Promise<Row[]> =>
  (await db.execute(statement)).rows as Row[];

/**
 * Brings back what was counted on these days, in place of what single views that came back have counted there: which of
 * them are still kept says nothing about the others. The caller has locked the cards, and nothing else was counted on
 * these days.
 */
export async function restoreDays(tx: Db, days: FiguresOfDay[]): Promise<void> {
  if (days.length === 0) return;
  const given = sql`json_to_recordset(${JSON.stringify(days)}::json) as g ("cardId" text, day date, hours json, "values" json)`;
  await tx.execute(sql`
    insert into card_hours (card_id, hour, views, new_visitors)
    select g."cardId", (g.day::timestamp + make_interval(hours => (h ->> 0)::int)) at time zone 'UTC', (h ->> 1)::int, (h ->> 2)::int
    from ${given} cross join json_array_elements(g.hours) h order by 1, 2
    on conflict (card_id, hour) do update set views = excluded.views, new_visitors = excluded.new_visitors`);
  await tx.execute(
    sql`delete from card_days d using ${given} where d.card_id = g."cardId" and d.day = g.day`,
  );
  await tx.execute(sql`
    insert into card_days (card_id, day, kind, value, views)
    select g."cardId", g.day, v ->> 0, v ->> 1, (v ->> 2)::int
    from ${given} cross join json_array_elements(g."values") v order by 1, 2, 3, 4`);
}

/** Brings back visitors; who was there again meanwhile stays as they are. */
export async function restoreVisitors(tx: Db, known: KnownVisitors[]): Promise<void> {
  if (known.length === 0) return;
  const moment = (place: SQL) => sql`to_timestamp((v ->> ${place})::float8 / 1000)`;
  // Without a first view, a visitor from before those were kept would be counted once more.
  await tx.execute(sql`
    insert into card_visitors (card_id, visitor, counted_at, first_seen_at)
    select g."cardId", decode(v ->> 0, 'base64'), ${moment(sql`1`)}, coalesce(${moment(sql`2`)}, ${moment(sql`1`)})
    from json_to_recordset(${JSON.stringify(known)}::json) as g ("cardId" text, visitors json)
    cross join json_array_elements(g.visitors) v order by 1, 2
    on conflict do nothing`);
}
