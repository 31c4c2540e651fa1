import { inArray, lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { adminActions } from '#server/db/schema/operations.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { ADMIN_ACTION_DAYS, HISTORY_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** One statement must not hold locks for long after a busy year. */
const ROWS_AT_ONCE = 5_000;

export const historyJobs = [defineRepeated('old-history', '37 3 * * *', deleteOldHistory)];

/** Deletes events and administrators' actions whose time is over. */
export async function deleteOldHistory(app: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  for (const [table, days] of [
    [accountEvents, HISTORY_DAYS],
    [adminActions, ADMIN_ACTION_DAYS],
  ] as const) {
    const end = new Date(app.now().getTime() - days * DAY_MS);
    for (;;) {
      const old = app.db
        .select({ id: table.id })
        .from(table)
        .where(lt(table.createdAt, end))
        .limit(ROWS_AT_ONCE);
      const { rowCount } = await app.db.delete(table).where(inArray(table.id, old));
      if ((rowCount ?? 0) < ROWS_AT_ONCE) break;
    }
  }
}
