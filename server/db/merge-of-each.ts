import { newestFirst, type Position } from '#server/db/keyset.ts';
import { type Dated, mergeHeads, type Rows } from '#server/db/read-by-pages.ts';
import { slicesOf } from '#shared/formats/slices.ts';

/** Rows in memory at once of all cards; half of them are for cards that have more than others. */
const ROWS_MAX = 100_000;
/** Rows of a statement, and of them the most of one card. */
const STATEMENT_ROWS = 2_000;
const CARD_ROWS = 500;
const FIRST_ROWS = 100;

type OfCard = Dated & { cardId: string };

/** Up to which row of a card was read. */
export interface Place extends Position {
  cardId: string;
}

interface Card<Row> extends Rows<Row> {
  place: Place;
  isOver: boolean;
}

/**
 * The rows of these cards as one list, newest first. `read` returns at most `limit` rows of each card after its place,
 * newest first: one statement is for all cards that have few rows left.
 */
export async function* mergeOfEach<Row extends OfCard>(
  places: Place[],
  read: (places: Place[], limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const cards = places.map((place): Card<Row> => ({ place, rows: [], at: 0, isOver: false }));
  const least = Math.max(1, Math.min(FIRST_ROWS, Math.floor(ROWS_MAX / 2 / cards.length)));
  const fill = async (some: Card<Row>[], limit: number) => {
    const from = some.map(({ place }) => place);
    add(some, await read(from, limit), limit);
  };
  for (const some of slicesOf(cards, Math.ceil(STATEMENT_ROWS / least))) await fill(some, least);
  yield* mergeHeads<Row, Card<Row>>(
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

const leftOf = ({ rows, at }: Rows<unknown>): number => rows.length - at;

/** Adds the rows of a statement to those that their cards still have. */
function add<Row extends OfCard>(some: Card<Row>[], rows: Row[], limit: number): void {
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
