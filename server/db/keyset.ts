import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Db } from '#server/db/open.ts';
import type { Page } from '#shared/contract/api.ts';
import { AppError } from '#shared/contract/errors.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * Pagination by position instead of by page number: a cursor says after which row the next page begins, so the last
 * page costs no more than the first. A cursor is not secret and grants no access: other code decides whose rows are
 * read (docs/decisions/088).
 */

/** Where a page begins: after this row of the list. */
export interface Position {
  /** The value by which the list is ordered. */
  key: string;
  /** Distinguishes rows with the same key. */
  id: string;
}

const position = z.tuple([z.string().max(400), z.string().regex(/^[\w.:-]{1,100}$/)]);
/** As `toISOString` writes it; PostgreSQL has no year 0. */
const MOMENT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

export const unknownPage = () =>
  new AppError('bad_request', 'There is no such page of this list. Please start again at its first page.');

/** The cursor of a position, safe to use in a URL. */
export const toCursor = ({ key, id }: Position): string =>
  Buffer.from(JSON.stringify([key, id])).toString('base64url');

/** The position of a cursor; null for the first page. Throws 400 for anything that is not one of our cursors. */
export function toPosition(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null;
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw unknownPage();
  }
  const parsed = position.safeParse(value);
  if (!parsed.success || parsed.data[0].includes('\u0000')) throw unknownPage();
  const [key, id] = parsed.data;
  return { key, id };
}

/** The position of a cursor in a list ordered by time. */
export function toMomentPosition(cursor: string | undefined): Position | null {
  const found = toPosition(cursor);
  if (found && !isMoment(found.key)) throw unknownPage();
  return found;
}

/** `Date.parse` alone accepts February 30 as March 2, but PostgreSQL does not. */
function isMoment(text: string): boolean {
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString() === text;
}

/** True if a row comes after this position in a list with the newest row first; undefined at the start. */
export const isOlder = (at: SQLWrapper, id: SQLWrapper, from: Position | null): SQL | undefined =>
  from ? sql`(${at}, ${id}) < (${from.key}::timestamptz, ${from.id})` : undefined;

/** True if a row comes after the one with these values, in a list in the order of these columns; undefined at the start. */
export const isAfter = (columns: SQLWrapper[], values: (string | number)[] | undefined): SQL | undefined =>
  values &&
  sql`(${sql.join(columns, sql`, `)}) > (${sql.join(
    values.map((one) => sql`${one}`),
    sql`, `,
  )})`;

/** A page of at most `limit` rows; `rows` has one more if the list continues. */
export function toPage<Row>(rows: Row[], limit: number, positionOf: (row: Row) => Position): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { rows: shown, next: last && rows.length > limit ? toCursor(positionOf(last)) : null };
}

/** The position of a row in a list with the newest row first. */
export const newestFirst = ({ createdAt, id }: { createdAt: Date; id: string }): Position => ({
  key: createdAt.toISOString(),
  id,
});

/** A row as the API returns it. */
interface Listed {
  id: string;
  createdAt: string;
}

const placeOf = ({ id, createdAt }: Listed): Position => ({ key: createdAt, id });

/** Compares positions of lists, newest first. The database sorts ids by its own locale, so it is asked where moments are the same. */
async function compareLike(db: Db, positions: Position[]): Promise<(a: Position, b: Position) => number> {
  const keys = new Map(positions.map(({ id, key }) => [id, key]));
  const hasTies = new Set(keys.values()).size < keys.size;
  const { rows } = hasTies
    ? await db.execute<{ id: string }>(
        sql`select id from json_array_elements_text(${JSON.stringify([...keys.keys()])}::json) as given (id) order by id desc`,
      )
    : { rows: [] };
  const ranks = new Map(rows.map(({ id }, rank) => [id, rank]));
  const rankOf = ({ id }: Position) => ranks.get(id) ?? 0;
  return (a, b) => (a.key === b.key ? rankOf(a) - rankOf(b) : a.key < b.key ? 1 : -1);
}

/** Of the ends of several pages, the one that is reached first; null if each is the last of its list. */
export const findNearest = async (db: Db, ends: Position[]): Promise<Position | null> =>
  ends.toSorted(await compareLike(db, ends))[0] ?? null;

/**
 * A page of several lists, newest first. `end` is the nearest of where a page of each of them ended: rows beyond are unknown, so
 * `rows` has none that is older.
 */
export function cutPage<Row extends Listed>(rows: Row[], end: Position | null, limit: number): Page<Row> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const next = last && rows.length > limit ? placeOf(last) : end;
  return { rows: shown, next: next && toCursor(next) };
}

/** Likewise, from a page of each. */
export async function mergePages<Row extends Listed>(
  db: Db,
  pages: Page<Row>[],
  limit: number,
): Promise<Page<Row>> {
  const ends = pages.map(({ next }) => toMomentPosition(next ?? undefined)).filter((end) => end !== null);
  const rows = pages.flatMap((page) => page.rows);
  const compare = await compareLike(db, [...ends, ...rows.map(placeOf)]);
  const [end = null] = ends.toSorted(compare);
  const known = rows.filter((row) => !end || compare(placeOf(row), end) <= 0);
  return cutPage(
    known.toSorted((a, b) => compare(placeOf(a), placeOf(b))),
    end,
    limit,
  );
}
