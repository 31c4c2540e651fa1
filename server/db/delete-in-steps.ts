import { setTimeout as sleep } from 'node:timers/promises';
import { and, getTableName, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/open.ts';

/**
 * Deletes or changes what is over, however much it is: one statement for all of it would hold locks for minutes, and begin at
 * the start again after its time is up (docs/decisions/393).
 */

/** Rows of a transaction, which takes milliseconds. */
const ROWS_AT_ONCE = 2_000;

interface Steps {
  /** Fewer, where somebody waits for a row. */
  rows?: number;
  /** Aborted, it ends after its current step. */
  stopping?: AbortSignal | undefined;
}

/** Deletes the rows that `which` chooses from the table of `column`, as `doInSteps`. */
export const deleteInSteps = (
  db: Db,
  column: PgColumn,
  which: SQL | undefined,
  { stopping }: Pick<Steps, 'stopping'> = {},
): Promise<void> =>
  doInSteps(
    db,
    column,
    which,
    async (tx, isNext) => {
      const { table } = column;
      if ((await tx.delete(table).where(isNext)).rowCount) return;
      // None of them is over any more, or something keeps them, and the next step would find them again.
      const { rows } = await tx.execute(sql`select from ${table} where ${isNext} limit 1`);
      if (rows.length > 0) throw new Error(`Rows of ${getTableName(table)} stay although they were deleted.`);
    },
    { stopping },
  );

/**
 * Does something with the rows that `which` chooses from the table of `column` until it chooses none of them any more, in the
 * order of an index on the column, some in a transaction, and rests after each for as long as it took. `act` gets the condition
 * of its rows, which are locked. Rows that somebody else holds are left for the next time.
 */
export async function doInSteps(
  db: Db,
  column: PgColumn,
  which: SQL | undefined,
  act: (tx: Db, isNext: SQL | undefined) => Promise<unknown>,
  { rows = ROWS_AT_ONCE, stopping }: Steps = {},
): Promise<void> {
  // Rows that are gone stay in the way of who looks from the start while an older snapshot is open.
  for (let from: string | null = null, count = rows; count === rows && !stopping?.aborted; ) {
    const startedAt = performance.now();
    const isLater: SQL | undefined = from === null ? undefined : gte(column, sql`${from}`);
    const found: Found[] = await db.transaction(async (tx) => {
      const next = await findNext(tx, column, and(which, isLater), rows);
      if (next.length > 0) await act(tx, and(which, isAt(next)));
      return next;
    });
    count = found.length;
    from = found.at(-1)?.at ?? null;
    if (count === rows) await rest(startedAt, stopping);
  }
}

/** Rows that are looked at by a statement, which asks other tables about each. */
const LOOKED_AT = 1_000;

/**
 * Likewise where no index says which rows are over, and it may be few of them: looks at all rows of the table, in the order of
 * `key`, which is text and unique.
 */
export async function sweepInSteps(
  db: Db,
  key: PgColumn,
  isOver: SQL,
  stopping?: AbortSignal,
): Promise<void> {
  const { table } = key;
  for (let from = '', isMore = true; isMore && !stopping?.aborted; ) {
    const startedAt = performance.now();
    const { rows } = await db.execute<{ last: string | null; count: number }>(sql`
      with looked_at as materialized (
        select ${key} as key from ${table} where ${key} > ${from} order by ${key} limit ${LOOKED_AT}
      ), gone as (
        delete from ${table} where ${key} = any (array(select key from looked_at)) and ${isOver}
      )
      select max(key) as last, count(*)::integer as count from looked_at`);
    from = rows[0]?.last ?? '';
    isMore = rows[0]?.count === LOOKED_AT;
    if (isMore) await rest(startedAt, stopping);
  }
}

interface Found extends Record<string, unknown> {
  place: string;
  at: string;
}

async function findNext(tx: Db, column: PgColumn, which: SQL | undefined, most: number): Promise<Found[]> {
  const { table } = column;
  const { rows } = await tx.execute<Found>(sql`
    select ${table}.ctid::text as place, ${column}::text as at from ${table} where ${which}
    order by ${column} limit ${most} for update of ${table} skip locked`);
  return rows;
}

/** SQL: a row at one of these places. */
export const isAt = (found: readonly { place: string }[]): SQL =>
  sql`ctid = any (${`{${found.map(({ place }) => `"${place}"`).join(',')}}`}::tid[])`;

/** Leaves the database to others for as long as a step took. Ends early when it is told to stop, which is all that it can fail of. */
export const rest = (startedAt: number, stopping?: AbortSignal): Promise<unknown> =>
  sleep(performance.now() - startedAt, null, stopping ? { signal: stopping } : {}).catch(() => null);
