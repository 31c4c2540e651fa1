import { newestFirst, type Position } from '#server/db/keyset.ts';

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

/**
 * All rows after a position, newest first. `read` returns at most `limit` rows after `from`, in that order; `most` is that
 * limit. Rows created in the meantime sort before the first page and are not read.
 */
export async function* readByPages<Row extends Dated>(
  read: (from: Position | null, limit: number) => Promise<Row[]>,
  start: Position | null = null,
  most = PAGE_ROWS,
): AsyncGenerator<Row[]> {
  let from = start;
  for (;;) {
    const rows = await read(from, most);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < most) return;
    from = newestFirst(last);
  }
}

const isBefore = (one: Dated, other: Dated) =>
  one.createdAt > other.createdAt || (+one.createdAt === +other.createdAt && one.id > other.id);

/** Merges several such lists into one, newest first. */
export async function* mergeNewestFirst<Row extends Dated>(
  lists: AsyncGenerator<Row[]>[],
): AsyncGenerator<Row[]> {
  const pages = await Promise.all(lists.map(nextPage));
  let heads = pages.filter((page) => page !== null);
  while (heads.length > 0) {
    const { batch, empty } = takeInOrder(heads);
    yield batch;
    if (!empty) continue;
    const page = await nextPage(empty.list);
    heads = heads.flatMap((head) => (head !== empty ? [head] : page ? [page] : []));
  }
}

interface Head<Row> {
  list: AsyncGenerator<Row[]>;
  rows: Row[];
  /** Index of the first row not yet taken. */
  at: number;
}

async function nextPage<Row>(list: AsyncGenerator<Row[]>): Promise<Head<Row> | null> {
  const next = await list.next();
  return next.done ? null : { list, rows: next.value, at: 0 };
}

/** Up to a page of rows in order, and the list that has no more rows in memory, if there is one. */
function takeInOrder<Row extends Dated>(heads: Head<Row>[]): { batch: Row[]; empty: Head<Row> | null } {
  const batch: Row[] = [];
  while (batch.length < PAGE_ROWS) {
    let first: { head: Head<Row>; row: Row } | null = null;
    for (const head of heads) {
      const row = head.rows[head.at];
      if (row && (!first || isBefore(row, first.row))) first = { head, row };
    }
    if (!first) break;
    batch.push(first.row);
    first.head.at += 1;
    if (first.head.at === first.head.rows.length) return { batch, empty: first.head };
  }
  return { batch, empty: null };
}
