import { and, eq, gt, isNotNull, type SQL } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { doInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import { teamListRows, teamLists } from '#server/db/schema/team-lists.ts';
import { sweepWorks } from '#server/infra/long-work/sweep-works.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { listWork } from './list-work.ts';

/** Forgets what a file said of people for whom no card was prepared, once its list has ended. */
export async function forgetCells(db: Db, which: SQL | undefined, stopping?: AbortSignal): Promise<void> {
  const { listId, line, cells } = teamListRows;
  const isEnded = and(isNotNull(teamLists.finishedAt), which);
  const empty = (tx: Db, isNext: SQL | undefined) =>
    tx.update(teamListRows).set({ cells: null }).where(isNext);
  for (const { id } of await db.select({ id: teamLists.id }).from(teamLists).where(isEnded))
    await doInSteps(db, line, and(eq(listId, id), isNotNull(cells)), empty, { stopping });
}

/** Likewise of lists that nobody started in time or that failed, and forgets those that ended a month ago. */
export async function sweepLists(app: AppContext, stopping?: AbortSignal): Promise<void> {
  await sweepWorks(app, listWork, stopping);
  await forgetCells(app.db, gt(teamLists.finishedAt, new Date(app.now().getTime() - DAY_MS)), stopping);
}
