import pg from 'pg';

/**
 * In tests, a statement that returns more rows than this fails: in a database that has grown it would fill the memory
 * of the process and block its event loop. Long lists are read in pages (`server/db/read-by-pages.ts`).
 */
export const RESULT_ROWS_MAX = 5_000;

interface Parses {
  rowCount?: number;
  parseRow(row: unknown): unknown;
  _parseRowAsArray(row: unknown): unknown;
}

const results = (pg as unknown as { Result: { prototype: Parses & { isLimited?: true } } }).Result.prototype;
const counts = new WeakMap<object, number>();

// Each test file of a worker comes by here, and the client is loaded once.
for (const name of results.isLimited ? [] : (['parseRow', '_parseRowAsArray'] as const)) {
  const parse = results[name];
  results[name] = function (this: Parses, row) {
    const count = (counts.get(this) ?? 0) + 1;
    counts.set(this, count);
    if (count > RESULT_ROWS_MAX) throw new Error(`One statement answered more than ${RESULT_ROWS_MAX} rows.`);
    return parse.call(this, row);
  };
}
results.isLimited = true;
