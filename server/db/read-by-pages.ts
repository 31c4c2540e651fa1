import { newestFirst, type Position } from '#server/db/keyset.ts';
import { slicesOf } from '#shared/formats/slices.ts';

/**
 * Reads long lists in pieces, each with its own statement on any free connection, so that no connection is held while a
 * client reads.
 */

/** How many rows are in memory at once, which also limits how long reading them blocks the event loop. */
const PAGE_ROWS = 100;

export interface Dated {
  createdAt: Date;
  id: string;
}

/** All rows in any order: `read` returns at most `limit` after the last one it has returned; `most` is that limit. */
export async function* readInOrder<Row>(
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  most = PAGE_ROWS,
): AsyncGenerator<Row[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last, most);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (!last || rows.length < most) return;
  }
}

/**
 * All rows after a position, newest first. Rows created in the meantime sort before the first page and are not read.
 */
export const readByPages = <Row extends Dated>(
  read: (from: Position | null, limit: number) => Promise<Row[]>,
  start: Position | null = null,
  most = PAGE_ROWS,
): AsyncGenerator<Row[]> =>
  readInOrder<Row>((last, limit) => read(last ? newestFirst(last) : start, limit), most);

/**
 * All rows of these cards: `each` rows of several cards `together`, since most have few, and then `more` at once of each that
 * has more. `read` returns at most `limit` rows of each card, after `last` of the only one.
 */
export async function* readOfEach<Row extends { cardId: string }>(
  cards: string[],
  { together, each, more }: { together: number; each: number; more: number },
  read: (cards: string[], last: Row | undefined, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (const some of slicesOf(cards, together)) {
    const rows = await read(some, undefined, each);
    if (rows.length > 0) yield rows;
    for (const card of some) {
      const own = rows.filter(({ cardId }) => cardId === card);
      if (own.length < each) continue;
      yield* readInOrder<Row>((last, limit) => read([card], last ?? own.at(-1), limit), more);
    }
  }
}

const isBefore = (one: Dated, other: Dated) =>
  +one.createdAt > +other.createdAt || (+one.createdAt === +other.createdAt && one.id > other.id);

/** Statements under way at once for the first pages of lists that are merged. */
const FIRST_AT_ONCE = 16;
/** Merges several such lists into one, newest first; a row costs by the logarithm of how many there are. */
export async function* mergeNewestFirst<Row extends Dated>(
  lists: AsyncGenerator<Row[]>[],
): AsyncGenerator<Row[]> {
  const heads: Head<Row>[] = [];
  for (const some of slicesOf(lists, FIRST_AT_ONCE)) {
    for (const head of await Promise.all(some.map(nextPage))) if (head) heads.push(head);
  }
  yield* mergeHeads(heads, async (first) => {
    Object.assign(first, await nextPage(first.list));
  });
}

/** `refill` reads on for a head that has no rows left; one that has none then, either, is over. */
export async function* mergeHeads<Row extends Dated, One extends Rows<Row>>(
  heads: One[],
  refill: (first: One) => Promise<void>,
): AsyncGenerator<Row[]> {
  for (let place = heads.length >> 1; place >= 0; place -= 1) sink(heads, place);
  while (heads.length > 0) {
    const { batch, isEmpty } = takeInOrder(heads);
    yield batch;
    const [first] = heads;
    if (!isEmpty || !first) continue;
    await refill(first);
    const last = first.at < first.rows.length ? first : heads.pop();
    if (last && heads.length > 0) heads[0] = last;
    sink(heads, 0);
  }
}

/** The rows of a list that are in memory. */
export interface Rows<Row> {
  rows: Row[];
  /** Index of the first row not yet taken. */
  at: number;
}
interface Head<Row> extends Rows<Row> {
  list: AsyncGenerator<Row[]>;
}

async function nextPage<Row>(list: AsyncGenerator<Row[]>): Promise<Head<Row> | null> {
  const next = await list.next();
  return next.done ? null : { list, rows: next.value, at: 0 };
}

/** Puts a head below all whose next row is newer: `heads` is a binary heap, the newest on top. */
function sink<Row extends Dated>(heads: Rows<Row>[], from: number): void {
  const rowAt = (place: number) => {
    const head = heads[place];
    return head?.rows[head.at];
  };
  for (let place = from; ; ) {
    let newest = place;
    for (const child of [2 * place + 1, 2 * place + 2]) {
      const [row, best] = [rowAt(child), rowAt(newest)];
      if (row && best && isBefore(row, best)) newest = child;
    }
    const [above, below] = [heads[place], heads[newest]];
    if (newest === place || !above || !below) return;
    heads[place] = below;
    heads[newest] = above;
    place = newest;
  }
}

/** Up to a page of rows in order; ends early when the list on top has no more rows in memory. */
function takeInOrder<Row extends Dated>(heads: Rows<Row>[]): { batch: Row[]; isEmpty: boolean } {
  const batch: Row[] = [];
  while (batch.length < PAGE_ROWS) {
    const [head] = heads;
    const row = head?.rows[head.at];
    if (!head || !row) break;
    batch.push(row);
    head.at += 1;
    if (head.at === head.rows.length) return { batch, isEmpty: true };
    sink(heads, 0);
  }
  return { batch, isEmpty: false };
}
