import { lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { adminActions } from '#server/db/schema/operations.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { ADMIN_ACTION_DAYS, HISTORY_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS } from '#shared/formats/time.ts';

export const historyJobs = [defineRepeated('old-history', '37 3 * * *', deleteOldHistory)];

/** Deletes events and administrators' actions whose time is over. */
export async function deleteOldHistory(
  app: Pick<AppContext, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  for (const [table, days] of [
    [accountEvents, HISTORY_DAYS],
    [adminActions, ADMIN_ACTION_DAYS],
  ] as const) {
    const end = new Date(app.now().getTime() - days * DAY_MS);
    await deleteInSteps(app.db, table.createdAt, lt(table.createdAt, end), { stopping });
  }
}
