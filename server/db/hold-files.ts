import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Db } from '#server/db/open.ts';

/**
 * A backup copies the files that the rows of its snapshot name, so none of them may be deleted until it is done: sweeps
 * leave that for later while a backup holds the lock. If it dies, its connection does, and the lock is free.
 */

/** An arbitrary constant, the same in every process. */
const FILES_LOCK = 715_004;

/** Holds all files for as long as this connection lasts; waits for a sweep that is under way. */
export async function holdFiles(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock_shared($1)', [FILES_LOCK]);
}

/** True if files may be deleted until the end of this transaction; false while a backup holds them. */
export async function mayDeleteFiles(tx: Db): Promise<boolean> {
  const { rows } = await tx.execute<{ mayDelete: boolean }>(
    sql`select pg_try_advisory_xact_lock(${FILES_LOCK}) as "mayDelete"`,
  );
  return rows[0]?.mayDelete ?? false;
}
