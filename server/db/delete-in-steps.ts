import { setTimeout as sleep } from 'node:timers/promises';
import { and, getTableName, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/open.ts';

/**
 * Deletes what is over, however much it is: one statement for all of it would hold locks for minutes, and begin at the start again
 * after its time is up (docs/decisions/393).
 */

/** Rows of a statement, which takes milliseconds. */
const ROWS_AT_ONCE = 2_000;

interface Step {
  /** The value of the last row that was found, as text. */
  last: string | null;
  count: number;
  /** Of them, those that were deleted. */
  gone: number;
}

/**
 * Deletes the rows that `which` chooses from the table of `column`, in the order of an index on it, some at a time, and rests
 * after each step for as long as it took. Rows that somebody holds are left for the next time.
 */
export async function deleteInSteps(
  db: Db,
  column: PgColumn,
  which: SQL | undefined,
  { stopping }: { stopping?: AbortSignal | undefined } = {},
): Promise<void> {
  const isOn = () => !stopping?.aborted;
  const rows = ROWS_AT_ONCE;
  // Rows that are gone stay in the way of who looks from the start, as long as anybody reads a state before.
  for (let from: string | null = null, count = rows, gone = rows; count === rows && isOn(); ) {
    const startedAt = performance.now();
    const isNext: SQL | undefined = from === null ? undefined : gte(column, sql`${from}`);
    ({ last: from, count, gone } = await deleteSome(db, column, and(which, isNext), rows));
    if (count > 0 && gone === 0)
      throw new Error(`Rows of ${getTableName(column.table)} stay although they were deleted.`);
    if (count === rows) await sleep(performance.now() - startedAt);
  }
}

/** Rows that are looked at by a statement, which asks other tables about each. */
const LOOKED_AT = 1_000;

/**
 * Likewise where no index says which rows are over, and it may be few of them: looks at all rows of the table, in the order of
 * `key`, which is text and unique.
 */
export async function sweepInSteps(db: Db, key: PgColumn, isOver: SQL): Promise<void> {
  const { table } = key;
  for (let from = '', isMore = true; isMore; ) {
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
    if (isMore) await sleep(performance.now() - startedAt);
  }
}

async function deleteSome(db: Db, column: PgColumn, which: SQL | undefined, most: number): Promise<Step> {
  const { table } = column;
  const { rows } = await db.execute<{ [Name in keyof Step]: Step[Name] }>(sql`
    with due as materialized (
      select ${table}.ctid as place, ${column} as at from ${table} where ${which}
      order by ${column} limit ${most} for update of ${table} skip locked
    ), gone as (
      delete from ${table} where ctid = any (array(select place from due)) returning 1
    )
    select max(at)::text as last, count(*)::integer as count, (select count(*) from gone)::integer as gone from due`);
  return rows[0] ?? { last: null, count: 0, gone: 0 };
}
