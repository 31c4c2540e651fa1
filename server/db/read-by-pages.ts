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

/** A card, and the last of its rows that was read. */
export interface ReadOf<Row> {
  cardId: string;
  last: Row | undefined;
}

/**
 * All rows of these cards, of so many cards and so many rows at once. `read` returns at most `limit` rows of each card, in
 * its order, after the last one.
 */
export async function* readOfEach<Row extends { cardId: string }>(
  cards: string[],
  { together, most }: { together: number; most: number },
  read: (open: ReadOf<Row>[], limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  let open: ReadOf<Row>[] = [];
  for (let begun = 0; begun < cards.length || open.length > 0; ) {
    const next = cards.slice(begun, begun + together - open.length);
    begun += next.length;
    open.push(...next.map((cardId) => ({ cardId, last: undefined })));
    const limit = Math.floor(most / open.length);
    const rows = await read(open, limit);
    if (rows.length > 0) yield rows;
    const found = new Map<string, { count: number; last: Row }>();
    for (const row of rows)
      found.set(row.cardId, { count: (found.get(row.cardId)?.count ?? 0) + 1, last: row });
    open = open.flatMap(({ cardId }) => {
      const { count, last } = found.get(cardId) ?? { count: 0, last: undefined };
      return count === limit ? [{ cardId, last }] : [];
    });
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
async function* mergeHeads<Row extends Dated, One extends HeldRows<Row>>(
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
interface HeldRows<Row> {
  rows: Row[];
  /** Index of the first row not yet taken. */
  at: number;
}
interface Head<Row> extends HeldRows<Row> {
  list: AsyncGenerator<Row[]>;
}

async function nextPage<Row>(list: AsyncGenerator<Row[]>): Promise<Head<Row> | null> {
  const next = await list.next();
  return next.done ? null : { list, rows: next.value, at: 0 };
}

/** Puts a head below all whose next row is newer: `heads` is a binary heap, the newest on top. */
function sink<Row extends Dated>(heads: HeldRows<Row>[], from: number): void {
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
function takeInOrder<Row extends Dated>(heads: HeldRows<Row>[]): { batch: Row[]; isEmpty: boolean } {
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

/** Rows in memory at once of all cards; half of them are for cards that have more than others. */
const ROWS_MAX = 100_000;
/** Rows of a statement, and of them the most of one card. */
const STATEMENT_ROWS = 2_000;
const CARD_ROWS = 500;
const FIRST_ROWS = 100;

type OfCard = Dated & { cardId: string };

/** Up to which row of a card was read. */
export interface MergePlace extends Position {
  cardId: string;
}

interface MergedCard<Row> extends HeldRows<Row> {
  place: MergePlace;
  isOver: boolean;
}

/**
 * The rows of these cards as one list, newest first. `read` returns at most `limit` rows of each card after its place,
 * newest first: one statement is for all cards that have few rows left.
 */
export async function* mergeOfEach<Row extends OfCard>(
  places: MergePlace[],
  read: (places: MergePlace[], limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const cards = places.map((place): MergedCard<Row> => ({ place, rows: [], at: 0, isOver: false }));
  const least = Math.max(1, Math.min(FIRST_ROWS, Math.floor(ROWS_MAX / 2 / cards.length)));
  const fill = async (some: MergedCard<Row>[], limit: number) => {
    const from = some.map(({ place }) => place);
    addRead(some, await read(from, limit), limit);
  };
  for (const some of slicesOf(cards, Math.ceil(STATEMENT_ROWS / least))) await fill(some, least);
  yield* mergeHeads<Row, MergedCard<Row>>(
    cards.filter(({ rows }) => rows.length > 0),
    async (first) => {
      if (first.isOver) return;
      const low = cards.filter((one) => one !== first && !one.isOver && leftOf(one) <= least / 2);
      const some = [first, ...low.slice(0, STATEMENT_ROWS / (2 * least) - 1)];
      const free = ROWS_MAX - cards.reduce((sum, one) => sum + leftOf(one), 0);
      const share = Math.floor(Math.min(free, STATEMENT_ROWS) / some.length);
      await fill(some, Math.max(least, Math.min(CARD_ROWS, share)));
    },
  );
}

const leftOf = ({ rows, at }: HeldRows<unknown>): number => rows.length - at;

/** Adds the rows of a statement to those that their cards still have. */
function addRead<Row extends OfCard>(some: MergedCard<Row>[], rows: Row[], limit: number): void {
  const read = new Map(some.map(({ place }): [string, Row[]] => [place.cardId, []]));
  for (const row of rows) read.get(row.cardId)?.push(row);
  for (const card of some) {
    const own = read.get(card.place.cardId) ?? [];
    const last = own.at(-1);
    card.rows = [...card.rows.slice(card.at), ...own];
    card.at = 0;
    card.isOver = own.length < limit;
    if (last) card.place = { cardId: card.place.cardId, ...newestFirst(last) };
  }
}
