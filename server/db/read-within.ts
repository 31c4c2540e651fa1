import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import { type Db, isOutOfTime } from '#server/db/open.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Reads an owner's list on one connection, which no statement keeps for longer than signed-in calls may take. */
export async function readWithin<Result>(
  db: Db,
  read: (tx: Db) => Promise<Result>,
  config?: PgTransactionConfig,
): Promise<Result> {
  try {
    return await db.transaction(read, config);
  } catch (error) {
    if (!isOutOfTime(error)) throw error;
    throw new AppError(
      'unavailable',
      'This list takes too long to read right now. Please try again in a minute, or search for less.',
      { retryAfter: 60 },
    );
  }
}
