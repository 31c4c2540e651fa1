import { asc, inArray, lte } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { limitCounts } from '#server/db/schema/operations.ts';

/** One statement takes milliseconds, however many keys a stranger has left. */
const ROWS_AT_ONCE = 5_000;

/** Deletes counts whose time is over, once a minute. */
export const forgetOldCounts = (app: AppContext): void =>
  app.queue.whenDue('limit-counts', (stopping) => deleteOldCounts(app, stopping), { sends: 'nothing' });

export async function deleteOldCounts(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<null> {
  while (!stopping?.aborted) {
    const old = db
      .select({ key: limitCounts.key })
      .from(limitCounts)
      .where(lte(limitCounts.endsAt, now()))
      .orderBy(asc(limitCounts.endsAt))
      .limit(ROWS_AT_ONCE)
      .for('update', { skipLocked: true });
    const { rowCount } = await db.delete(limitCounts).where(inArray(limitCounts.key, old));
    if ((rowCount ?? 0) < ROWS_AT_ONCE) break;
  }
  return null;
}
