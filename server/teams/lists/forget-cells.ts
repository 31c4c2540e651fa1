import { and, gt, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamListRows, teamLists } from '#server/db/schema/team-lists.ts';
import { sweepWorks } from '#server/infra/long-work/sweep-works.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { listWork } from './list-work.ts';

/** Forgets what a file said of people for whom no card was prepared, once its list has ended. */
export async function forgetCells(db: Db, which: SQL | undefined): Promise<void> {
  const ended = db
    .select({ id: teamLists.id })
    .from(teamLists)
    .where(and(isNotNull(teamLists.finishedAt), which));
  const isOfEnded = and(inArray(teamListRows.listId, ended), isNotNull(teamListRows.cells));
  await db.update(teamListRows).set({ cells: null }).where(isOfEnded);
}

/** Likewise of lists that nobody started in time or that failed, and forgets those that ended a month ago. */
export async function sweepLists(app: AppContext): Promise<void> {
  await sweepWorks(app, listWork);
  await forgetCells(app.db, gt(teamLists.finishedAt, new Date(app.now().getTime() - DAY_MS)));
}
