import { desc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { isComplete } from '#server/analytics/analytics/rollups.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { readOfEach } from '#server/db/read-by-pages.ts';
import { cardViews } from '#server/db/schema/analytics.ts';
import { businessCards } from '#server/db/schema/cards.ts';

/**
 * The figures of cards as an account's archive has them: single views, and what is counted of views and stays when they
 * go (docs/decisions/388).
 */

/** All that is counted of a card's views on a day (UTC). */
export interface CountedDay {
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

/** How many cards a statement is about, and how many rows it returns. A day has up to 25 kB. */
const VIEWS = { together: 100, most: 2_000 };
const DAYS = { together: 20, most: 400 };
const VISITORS = { together: 100, most: 4_000 };

async function listCards({ db, ...ctx }: UserContext): Promise<string[]> {
  const cards = await db
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(whereCan(ctx, 'export', 'card'))
    .orderBy(businessCards.id);
  return cards.map(({ id }) => id);
}

/** The views of the caller's cards, of each newest first. */
export async function* readViews(ctx: UserContext) {
  type View = typeof cardViews.$inferSelect;
  yield* readOfEach<View>(await listCards(ctx), VIEWS, (open, limit) => {
    const from = asRows(
      open.map(({ cardId, last }) => ({ cardId, at: last?.createdAt ?? 'infinity', id: last?.id ?? '' })),
      sql`"cardId" text, at timestamptz, id text`,
    );
    const next = ctx.db
      .select()
      .from(cardViews)
      .where(
        sql`${cardViews.cardId} = f."cardId" and (${cardViews.createdAt}, ${cardViews.id}) < (f.at, f.id)`,
      )
      .orderBy(desc(cardViews.createdAt), desc(cardViews.id))
      .limit(limit)
      .as('next');
    const columns = Object.keys(getTableColumns(cardViews)).map((name) => [name, next[name as keyof View]]);
    return ctx.db
      .select(Object.fromEntries(columns) as { [Name in keyof View]: (typeof next)[Name] })
      .from(from)
      .innerJoinLateral(next, sql`true`)
      .orderBy(next.cardId, desc(next.createdAt), desc(next.id));
  });
}

/** The days of the caller's cards; none while views from before there were figures are still being counted. */
export async function* readDays(ctx: UserContext): AsyncGenerator<CountedDay[]> {
  if (!(await isComplete(ctx))) return;
  yield* readOfEach<CountedDay>(await listCards(ctx), DAYS, (open, limit) => {
    const from = asRows(
      open.map(({ cardId, last }) => ({ cardId, day: last?.day ?? '-infinity' })),
      sql`"cardId" text, day date`,
    );
    return rowsOf(
      ctx,
      sql`
      select f."cardId", to_char(d.day, 'YYYY-MM-DD') as day, d.hours, (
        select coalesce(json_agg(json_build_array(v.kind, v.value, v.views) order by v.kind, v.value), '[]')
        from card_days v where v.card_id = f."cardId" and v.day = d.day
      ) as values
      from ${from} cross join lateral (
        select (h.hour at time zone 'UTC')::date as day, json_agg(json_build_array(
          extract(hour from h.hour at time zone 'UTC')::int, h.views, h.new_visitors) order by h.hour) as hours
        from card_hours h
        where h.card_id = f."cardId" and h.hour >= (f.day + 1)::timestamp at time zone 'UTC'
        group by 1 order by 1 limit ${limit}
      ) d order by 1, d.day`,
    );
  });
}

interface VisitorRow {
  cardId: string;
  visitor: string;
  countedAt: number;
  firstSeenAt: number | null;
}

/** The visitors that the caller's cards know. */
export async function* readVisitors(ctx: UserContext): AsyncGenerator<KnownVisitors[]> {
  const inMs = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;
  const pages = readOfEach<VisitorRow>(await listCards(ctx), VISITORS, (open, limit) => {
    const from = asRows(
      open.map(({ cardId, last }) => ({ cardId, visitor: last?.visitor ?? '' })),
      sql`"cardId" text, visitor text`,
    );
    return rowsOf(
      ctx,
      sql`
      select f."cardId", encode(v.visitor, 'base64') as visitor, ${inMs(sql`v.counted_at`)} as "countedAt",
        ${inMs(sql`v.first_seen_at`)} as "firstSeenAt"
      from ${from} cross join lateral (
        select * from card_visitors v
        where v.card_id = f."cardId" and v.visitor > decode(f.visitor, 'base64') order by v.visitor limit ${limit}
      ) v order by 1, v.visitor`,
    );
  });
  for await (const rows of pages) yield byCard(rows);
}

function byCard(rows: VisitorRow[]): KnownVisitors[] {
  const cards = new Map<string, KnownVisitors>();
  for (const { cardId, visitor, countedAt, firstSeenAt } of rows) {
    const known = cards.get(cardId) ?? { cardId, visitors: [] };
    known.visitors.push([visitor, countedAt, firstSeenAt]);
    cards.set(cardId, known);
  }
  return [...cards.values()];
}

const asRows = (places: object[], columns: SQL) =>
  sql`json_to_recordset(${JSON.stringify(places)}::json) as f (${columns})`;

const rowsOf = async <Row>({ db }: Pick<UserContext, 'db'>, statement: SQL): Promise<Row[]> =>
  (await db.execute(statement)).rows as Row[];

/**
 * Brings back what was counted on these days, in place of what single views that came back have counted there: which of
 * them are still kept says nothing about the others. The caller has locked the cards, and nothing else was counted on
 * these days. Returns how many more views they have than before.
 */
export async function restoreDays(tx: Db, days: CountedDay[]): Promise<number> {
  if (days.length === 0) return 0;
  const given = sql`json_to_recordset(${JSON.stringify(days)}::json) as g ("cardId" text, day date, hours json, "values" json)`;
  const [counted] = await rowsOf<{ more: number }>(
    { db: tx },
    sql`
    select coalesce(sum(
      (select coalesce(sum((h ->> 1)::int), 0) from json_array_elements(g.hours) h)
      - (select coalesce(sum(c.views), 0) from card_hours c where c.card_id = g."cardId"
        and c.hour >= g.day::timestamp at time zone 'UTC'
        and c.hour < (g.day + 1)::timestamp at time zone 'UTC')), 0)::int as more from ${given}`,
  );
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
  return counted?.more ?? 0;
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
