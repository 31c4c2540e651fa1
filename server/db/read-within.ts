import { sql } from 'drizzle-orm';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { type Db, sqlState } from '#server/db/open.ts';
import { AppError } from '#shared/contract/errors.ts';

/** How long a statement of such a read may run. */
const STATEMENT_MS = 10_000;
/** PostgreSQL: query_canceled. */
const CANCELED = '57014';

/**
 * Reads an owner's list on one connection, which no statement keeps for long. The limit is set in a transaction,
 * because a pooler may hand the next one to another connection.
 */
export async function readWithin<Result>(
  db: Db,
  read: (tx: Db) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  try {
    return await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(STATEMENT_MS)}, true)`);
      return read(tx);
    }, config);
  } catch (error) {
    if (sqlState(error) !== CANCELED) throw error;
    throw new AppError(
      'unavailable',
      'This list takes too long to read right now. Please try again in a minute, or search for less.',
      { retryAfter: 60 },
    );
  }
}
