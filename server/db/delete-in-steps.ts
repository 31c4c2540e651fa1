import { setTimeout as sleep } from 'node:timers/promises';
import { and, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '#server/db/open.ts';

/**
 * Deletes what is over, however much it is: one statement for all of it would hold locks for minutes, and begin at the start again
 * after its time is up (docs/decisions/393).
 */

/** Rows of a statement, which takes milliseconds. */
const ROWS_AT_ONCE = 2_000;

interface Steps {
  rows?: number;
  stopping?: AbortSignal | undefined;
}

interface Step {
  /** The value of the last row, as text. */
  last: string | null;
  count: number;
}

/**
 * Deletes the rows that `which` chooses from the table of `column`, in the order of an index on it, some at a time, and rests
 * after each step for as long as it took. Rows that somebody holds are left for the next time.
 */
export async function deleteInSteps(
  db: Db,
  column: PgColumn,
  which: SQL | undefined,
  { rows = ROWS_AT_ONCE, stopping }: Steps = {},
): Promise<void> {
  const isOn = () => !stopping?.aborted;
  // Rows that are gone stay in the way of who looks from the start, as long as anybody reads a state before.
  for (let from: string | null = null, count = rows; count === rows && isOn(); ) {
    const startedAt = performance.now();
    const isNext: SQL | undefined = from === null ? undefined : gte(column, sql`${from}`);
    ({ last: from, count } = await deleteSome(db, column, and(which, isNext), rows));
    if (count === rows) await sleep(performance.now() - startedAt);
  }
}

async function deleteSome(db: Db, column: PgColumn, which: SQL | undefined, most: number): Promise<Step> {
  const { table } = column;
  const { rows } = await db.execute<{ [Name in keyof Step]: Step[Name] }>(sql`
    with due as materialized (
      select ${table}.ctid as place, ${column} as at from ${table} where ${which}
      order by ${column} limit ${most} for update of ${table} skip locked
    ), gone as (
      delete from ${table} where ctid = any (array(select place from due))
    )
    select max(at)::text as last, count(*)::integer as count from due`);
  return rows[0] ?? { last: null, count: 0 };
}
