/**
 * Long texts made of rows. All that are written at once share one turn of the event loop, of five milliseconds: then
 * everybody else's requests have theirs.
 */

/** Milliseconds of a turn. */
const TURN_MS = 5;
/** Characters of a piece: passing each row on by itself would cost more than writing it. */
const PIECE_LENGTH = 32_768;

/** Those who wait for a turn, in their order. */
const waiting: (() => void)[] = [];
let endsAt = 0;

/** One of them a round of the event loop. */
function startNext(): void {
  endsAt = performance.now() + TURN_MS;
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(startNext);
}

const waitForTurn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(startNext);
  });

/** The rows of these pages as text, piece by piece, each written by `write`; the head comes with the first of them. */
export async function* writeInTurns<Row>(
  pages: AsyncIterable<Row[]>,
  write: (row: Row) => string | Promise<string>,
  head = '',
): AsyncGenerator<string> {
  let piece = head;
  for await (const rows of pages) {
    // Reading them took time, too.
    await waitForTurn();
    for (const row of rows) {
      if (performance.now() >= endsAt) await waitForTurn();
      const text = write(row);
      piece += typeof text === 'string' ? text : await text;
      if (piece.length < PIECE_LENGTH) continue;
      yield piece;
      piece = '';
    }
  }
  if (piece) yield piece;
}

/** Gives what stands before each item of a list: `first` before the first one, and `between` before the others. */
export function separateBy(between: string, first = ''): () => string {
  let next = first;
  return () => {
    const text = next;
    next = between;
    return text;
  };
}
