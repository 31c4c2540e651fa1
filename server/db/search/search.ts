import { type SQL, sql } from 'drizzle-orm';
import type { Position } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { foldWords, gramsOfQuery, type SearchSource } from '#server/db/search/search-sources.ts';
import { foldText } from '#shared/formats/fold.ts';

/**
 * Finds any part of a word in any script, page by page, in lists of any length. Frequent text is found by scanning the
 * list in order, rare text through the index of grams. If neither finishes soon, the page ends early and says where to
 * continue, so that no search takes more than a few milliseconds. Rows not yet indexed are read and folded here
 * (docs/decisions/089).
 */

/** The order of a list: by an indexed key, then by id. */
export interface ListOrder {
  key: SQL;
  /** The key as written in a cursor. */
  text: SQL;
  /** The key from a cursor, as it is compared with the column. */
  parse(key: string): SQL;
  isDescending: boolean;
}

/** Newest first, or oldest first. */
export const byMoment = (column: SQL, isDescending = true): ListOrder => ({
  key: column,
  text: sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  parse: (key) => sql`${key}::timestamptz`,
  isDescending,
});

export interface Wanted {
  source: SearchSource;
  order: ListOrder;
  /** Selects the list by its owner and a filter that an index knows. */
  where: SQL;
  /** Any other filter: at most so many rows are walked for it as for a search. */
  filter?: SQL | undefined;
  /** The value of `source.owner`. */
  owner: string;
  /** The typed query; an empty one lists everything. */
  q: string | undefined;
  from: Position | null;
  limit: number;
}

/** Up to `limit` rows in order, and the row after which to continue; null at the end. */
export interface Found {
  rows: Position[];
  next: Position | null;
}

/** Rows scanned first: a small list has no more. */
const FIRST_WALK = 1_000;
/** With more matches than this, scanning is faster. */
const INDEXED_MAX = 2_000;
/** Rows scanned in one call at most. */
const LONG_WALK = 20_000;
/** Rows not yet indexed that are read and folded in one call at most. */
const UNREAD_MAX = 1_000;

interface Row extends Position {
  /** The words of a row that is not yet indexed. */
  words: string | null;
}

/** Matches, and the last row read; null at the end of the list. */
interface Walked {
  rows: Position[];
  end: Position | null;
  /** True if some are not yet indexed. */
  hasUnread: boolean;
}

const directionOf = ({ isDescending }: ListOrder) => sql.raw(isDescending ? 'desc' : 'asc');

const isBehind = ({ order, where }: Wanted, from: Position | null): SQL =>
  from
    ? sql`${where} and (${order.key}, id) ${sql.raw(order.isDescending ? '<' : '>')} (${order.parse(from.key)}, ${from.id})`
    : where;

/** Steps that a page without a match takes at most: each passes over a thousand rows or more. */
const STEPS_MAX = 25;

/** Likewise of a filter, each over `LONG_WALK` rows. */
const WALKS_MAX = 5;

/** One page of a list, searched or complete; an empty one is the end of all but the longest lists. */
export async function findPage(db: Db, wanted: Wanted): Promise<Found> {
  if (isNotSearched(wanted)) return listPage(db, wanted);
  const query = foldText(wanted.q ?? '');
  const [take, most] = query ? [findStep, STEPS_MAX] : [walkStep, WALKS_MAX];
  let found = await take(db, wanted, query);
  for (let step = 1; step < most && found.next && found.rows.length === 0; step += 1) {
    found = await take(db, { ...wanted, from: found.next }, query);
  }
  return found;
}

/** The next rows of the list that pass its filter, which is read in the index of the order if that includes its columns. */
async function walkStep(db: Db, wanted: Wanted): Promise<Found> {
  const { source, order, from, limit } = wanted;
  const next = nextOf(wanted, from);
  const { rows } = await db.execute<{ id: string; key: string }>(sql`
    select id, key from (
      select id, case when ${passes(wanted)} then ${order.text} end as key from ${source.table} ${next} limit ${LONG_WALK}
    ) as walked where key is not null limit ${limit + 1}`);
  return toFound(wanted, rows, rows.length > limit ? null : await endOfWalk(db, wanted, next, LONG_WALK));
}

const passes = ({ filter }: Wanted): SQL => filter ?? sql`true`;

const nextOf = (wanted: Wanted, from: Position | null): SQL => {
  const direction = directionOf(wanted.order);
  return sql`where ${isBehind(wanted, from)} order by ${wanted.order.key} ${direction}, id ${direction}`;
};

/** The last of the next `count` rows; null if there are fewer. */
async function endOfWalk(
  db: Db,
  { source, order }: Wanted,
  next: SQL,
  count: number,
): Promise<Position | null> {
  const { rows } = await db.execute<{ id: string; key: string }>(
    sql`select id, ${order.text} as key from ${source.table} ${next} offset ${count - 1} limit 1`,
  );
  return rows[0] ?? null;
}

async function findStep(db: Db, wanted: Wanted, query: string): Promise<Found> {
  const most = wanted.limit + 1;
  const found = await walkOn(db, wanted, query);
  if (found.rows.length > wanted.limit || found.end === null) return toFound(wanted, found.rows, found.end);
  const indexed = await findIndexed(db, wanted, query, found.end);
  if (indexed) return toFound(wanted, [...found.rows, ...indexed], null);
  // Rows not yet indexed must be read to be matched: take more of them, so that a page does not end after one row.
  const further = found.hasUnread ? Math.max(most, UNREAD_MAX) : most;
  const rest = await walkPages(db, wanted, query, { from: found.end, count: LONG_WALK, most: further });
  return toFound(wanted, [...found.rows, ...rest.rows], rest.end);
}

/** The beginning of the list, and twice as far as frequent text should then take to fill the page. */
async function walkOn(db: Db, wanted: Wanted, query: string): Promise<Walked> {
  const most = wanted.limit + 1;
  const start = await walkPages(db, wanted, query, { from: wanted.from, count: FIRST_WALK, most });
  const missing = most - start.rows.length;
  const count = Math.ceil((2 * missing * FIRST_WALK) / start.rows.length);
  if (missing <= 0 || start.end === null || count > LONG_WALK) return start;
  const more = await walkPages(db, wanted, query, { from: start.end, count, most: missing });
  return {
    rows: [...start.rows, ...more.rows],
    end: more.end,
    hasUnread: start.hasUnread || more.hasUnread,
  };
}

function toFound({ limit }: Wanted, rows: Position[], end: Position | null): Found {
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1) ?? null) : end };
}

/** True if a page is the next rows of the list. */
export const isNotSearched = ({ q, filter }: Pick<Wanted, 'q' | 'filter'>): boolean =>
  !filter && !foldText(q ?? '');

/** The rows of such a page, and one more if the list continues: what stands behind the table. */
export const pageOf = (wanted: Wanted): SQL => sql`${nextOf(wanted, wanted.from)} limit ${wanted.limit + 1}`;
/** Likewise, behind `select`. */
export const fromPage = (wanted: Wanted): SQL => sql`from ${wanted.source.table} ${pageOf(wanted)}`;

async function listPage(db: Db, wanted: Wanted): Promise<Found> {
  const { rows } = await db.execute<{ id: string; key: string }>(
    sql`select id, ${wanted.order.text} as key ${fromPage(wanted)}`,
  );
  return toFound(wanted, rows, null);
}

/**
 * The matches among the next `count` rows of the list, in order and at most `most` of them, and the last row scanned;
 * null at the end of the list.
 */
async function walkPages(
  db: Db,
  wanted: Wanted,
  query: string,
  { from, count, most }: { from: Position | null; count: number; most: number },
): Promise<Walked> {
  const { source, order } = wanted;
  const next = nextOf(wanted, from);
  const { rows } = await db.execute<{ id: string; key: string; words: string | null }>(sql`
    select id, key, words from (
      select id, ${order.text} as key, search_text, case when search_text is null then ${source.words} end as words,
        ${passes(wanted)} as passes
      from ${source.table} ${next} limit ${count}
    ) as walked
    where passes and (search_text is null or position(${query} in search_text) > 0) limit ${most}`);
  const hasUnread = rows.some(({ words }) => words !== null);
  const matches = rows.filter(({ words }: Row) => words === null || includesQuery(words, query));
  if (rows.length === most) return { rows: matches, end: rows.at(-1) ?? null, hasUnread };
  return { rows: matches, end: await endOfWalk(db, wanted, next, count), hasUnread };
}

const includesQuery = (words: string | null, query: string): boolean =>
  words !== null && foldWords(words).includes(query);

/**
 * All matches after a row, from the index and the rows not yet indexed; null if there is no index, or too many matches.
 */
async function findIndexed(
  db: Db,
  wanted: Wanted,
  query: string,
  from: Position,
): Promise<Position[] | null> {
  const { source, order, owner } = wanted;
  if (!(await isIndexed(db, source))) return null;
  const grams = sql`array[${sql.join(
    gramsOfQuery(owner, query).map((gram) => sql`${gram}`),
    sql`, `,
  )}]::int4[]`;
  if (source.names) return findNamed(db, wanted, query, { from, grams });
  const rest = sql`${isBehind(wanted, from)} and ${passes(wanted)}`;
  const direction = directionOf(order);
  const { rows } = await db.execute<{ id: string; key: string; words: string | null }>(sql`
    select id, key, words from (
      (select id, ${order.key} as place, ${order.text} as key, null as words from ${source.table}
        where ${rest} and search_grams @> ${grams} and position(${query} in search_text) > 0 limit ${INDEXED_MAX + 1})
      union all
      (select id, ${order.key}, ${order.text}, ${source.words} from ${source.table}
        where ${rest} and search_text is null limit ${INDEXED_MAX + 1})
    ) as found order by place ${direction}, id ${direction}`);
  const fresh = rows.filter(({ words }) => words !== null);
  if (fresh.length > INDEXED_MAX || rows.length - fresh.length > INDEXED_MAX) return null;
  return rows.filter(({ words }: Row) => words === null || includesQuery(words, query));
}

/** Likewise for rows whose words are those of others: these are found first. */
async function findNamed(
  db: Db,
  wanted: Wanted,
  query: string,
  { from, grams }: { from: Position; grams: SQL },
): Promise<Position[] | null> {
  const { source, order } = wanted;
  const { rows: named } = await db.execute<{ id: string }>(sql`
    (select id from ${sql.identifier(source.name)}
      where search_grams @> ${grams} and position(${query} in search_text) > 0 limit ${INDEXED_MAX + 1})
    union all
    (select id from ${sql.identifier(source.name)} where search_text is null limit ${INDEXED_MAX + 1})`);
  if (named.length > INDEXED_MAX) return null;
  const ids = sql.param(named.map(({ id }) => id));
  const isNamed = (source.names ?? []).map((column) => sql`${column} = any(${ids}::text[])`);
  const direction = directionOf(order);
  const { rows } = await db.execute<{ id: string; key: string; words: string | null }>(sql`
    select id, ${order.text} as key, case when search_text is null then ${source.words} end as words
    from ${source.table}
    where ${isBehind(wanted, from)} and (${sql.join(isNamed, sql` or `)})
      and (search_text is null or position(${query} in search_text) > 0)
    order by ${order.key} ${direction}, id ${direction}`);
  return rows.filter(({ words }: Row) => words === null || includesQuery(words, query));
}

/** True if both indexes are built; until then, lists are scanned. */
async function isIndexed(db: Db, { name }: SearchSource): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from pg_index
    where indexrelid in (to_regclass(${`${name}_search`}), to_regclass(${`${name}_unsearchable`})) and indisvalid`);
  return rows[0]?.count === 2;
}
