import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Position } from '#server/db/keyset.ts';
import {
  type Dated,
  type MergePlace,
  mergeNewestFirst,
  mergeOfEach,
  type ReadOf,
  readByPages,
  readOfEach,
} from '#server/db/read-by-pages.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

const row = (minute: number, id: string): Dated => ({ createdAt: new Date(minute * 60_000), id });
const isBehind = ({ createdAt, id }: Dated, from: Position | null) =>
  !from || createdAt.toISOString() < from.key || (createdAt.toISOString() === from.key && id < from.id);

/** A table that returns rows as the database does. */
const readFrom = (rows: Dated[]) => async (from: Position | null, limit: number) =>
  rows
    .filter((one) => isBehind(one, from))
    .sort((one, other) => +other.createdAt - +one.createdAt || (other.id > one.id ? 1 : -1))
    .slice(0, limit);

async function collect(pages: AsyncGenerator<Dated[]>): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of pages) ids.push(...rows.map(({ id }) => id));
  return ids;
}

it('A list of any length is read completely, each row once, even if many were created at the same moment', async () => {
  const rows = Array.from({ length: 1_700 }, (_, n) =>
    row(Math.floor(n / 900), `r${String(n).padStart(5, '0')}`),
  );
  const ids = await collect(readByPages(readFrom(rows)));
  expect(ids).toEqual(rows.map(({ id }) => id).reverse());
});

it('A list whose last page is full ends', async () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => row(n, `r${n}`));
  expect(await collect(readByPages(readFrom(rows)))).toHaveLength(1_000);
  expect(await collect(readByPages(readFrom([])))).toEqual([]);
});

it('Rows added meanwhile are left out, and removed rows do not make others appear twice', async () => {
  const rows = Array.from({ length: 1_200 }, (_, n) => row(n, `r${n}`));
  const pages = readByPages(readFrom(rows));
  const first = await pages.next();
  rows.push(row(5_000, 'late'));
  rows.splice(100, 1);
  const rest = await collect(pages);
  expect(rest).not.toContain('late');
  expect(new Set([...first.value.map(({ id }: Dated) => id), ...rest]).size).toBe(1_199);
});

it('Several lists become one, newest first', async () => {
  const one = Array.from({ length: 1_100 }, (_, n) => row(2 * n, `a${n}`));
  const other = Array.from({ length: 700 }, (_, n) => row(2 * n + 1, `b${n}`));
  const twin = [row(2, 'z')];
  const lists = [one, other, twin, []].map((rows) => readByPages(readFrom(rows)));
  const expected = [...one, ...other, ...twin]
    .sort((x, y) => +y.createdAt - +x.createdAt || (y.id > x.id ? 1 : -1))
    .map(({ id }) => id);
  expect(await collect(mergeNewestFirst(lists))).toEqual(expected);
});

it('Thousands of lists become one, newest first', async () => {
  const lists = Array.from({ length: 8_000 }, (_, list) =>
    Array.from({ length: 1 + (list % 4) }, (_, n) =>
      row((list * 7_919 + n * 104_729) % 10_007, `${list}-${n}`),
    ),
  );
  const expected = lists
    .flat()
    .sort((x, y) => +y.createdAt - +x.createdAt || (y.id > x.id ? 1 : -1))
    .map(({ id }) => id);
  expect(await collect(mergeNewestFirst(lists.map((rows) => readByPages(readFrom(rows)))))).toEqual(expected);
});

/** Tables of cards, read as the database does; counts the statements, and the rows in memory at most. */
function tablesOf(lists: (Dated & { cardId: string })[][]) {
  const seen = { statements: 0, read: 0 };
  const read = async (places: MergePlace[], limit: number) => {
    seen.statements += 1;
    const rows = await Promise.all(
      places.map((place) => readFrom(lists[Number(place.cardId)] ?? [])(place, limit)),
    );
    seen.read += rows.flat().length;
    return rows.flat() as (Dated & { cardId: string })[];
  };
  const places = lists.map((_, n) => ({ cardId: String(n), key: '9999', id: '' }));
  return { seen, merged: () => mergeOfEach(places, read) };
}

it.each([
  ['each has as many', () => 40],
  ['one has nearly all', (n: number) => (n === 7 ? 20_000 : n % 3)],
])('The rows of thousands of cards are read by few statements where %s', async (_name, countOf) => {
  const lists = Array.from({ length: 3_000 }, (_, n) =>
    Array.from({ length: countOf(n) }, (_, m) => ({
      ...row((n * 7_919 + m * 104_729) % 1_000_003, `${n}-${m}`),
      cardId: String(n),
    })),
  );
  const { seen, merged } = tablesOf(lists);
  const expected = lists
    .flat()
    .sort((x, y) => +y.createdAt - +x.createdAt || (y.id > x.id ? 1 : -1))
    .map(({ id }) => id);
  let most = 0;
  let taken = 0;
  const ids: string[] = [];
  for await (const rows of merged()) {
    most = Math.max(most, seen.read - taken);
    taken += rows.length;
    ids.push(...rows.map(({ id }) => id));
  }
  expect(ids).toEqual(expected);
  expect(most).toBeLessThanOrEqual(100_000);
  expect(seen.statements).toBeLessThan(expected.length / 100);
});

it('The rows of many cards are read by statements that are full, each once', async () => {
  const lists = Array.from({ length: 250 }, (_, n) =>
    Array.from({ length: n === 7 ? 900 : n % 40 }, (_, m) => ({ cardId: String(n), m })),
  );
  let statements = 0;
  const read = async (open: ReadOf<{ cardId: string; m: number }>[], limit: number) => {
    statements += 1;
    return open.flatMap(({ cardId, last }) =>
      (lists[Number(cardId)] ?? []).filter(({ m }) => m > (last?.m ?? -1)).slice(0, limit),
    );
  };
  const found: string[] = [];
  const cards = lists.map((_, n) => String(n));
  for await (const rows of readOfEach(cards, { together: 50, most: 500 }, read))
    found.push(...rows.map(({ cardId, m }) => `${cardId} ${m}`));
  const all = lists.flat().map(({ cardId, m }) => `${cardId} ${m}`);
  expect(found.toSorted()).toEqual(all.toSorted());
  expect(statements).toBeLessThan(30);
});

it('In tests a statement that returns more than 5,000 rows fails', async () => {
  const { db } = server.running.app;
  const ask = (rows: number) => db.execute(sql`select generate_series(1, ${rows}::int)`);
  expect((await ask(5_000)).rows).toHaveLength(5_000);
  await expect(ask(5_001)).rejects.toThrow();
  expect((await ask(1)).rows).toHaveLength(1);
});
