import { setTimeout as sleep } from 'node:timers/promises';
import { isNull } from 'drizzle-orm';
import { addViews } from '#server/analytics/backfill-views.ts';
import { addVisitors } from '#server/analytics/backfill-visitors.ts';
import type { AppContext } from '#server/context.ts';
import { rollupBackfills } from '#server/db/analytics-schema.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';

/** Figures of views of before the rollups are made in the background, some at a time, after the upgrade that brought them. */

const olderViews = defineScheduledJob('older-views');
/** A step holds the locks of its cards for some milliseconds: longer, and new views would wait for it. */
const ROWS_A_STEP = 5_000;
/** A run ends after this, and sends for the next: a process that stops has not long to wait. */
const RUN_MS = 2_000;

export function analyticsJobs(app: AppContext): void {
  app.queue.handle(olderViews, async () => {
    if (!(await addOlderViews(app))) await app.queue.send(app.db, olderViews, {});
  });
  // The start begins it; this goes on where a run was given up.
  app.queue.repeat(olderViews, '7 * * * *');
}

/** Begins what is left to do, once the queue works. */
export async function beginOlderViews(app: AppContext): Promise<void> {
  if (await app.db.$count(rollupBackfills, isNull(rollupBackfills.completedAt))) {
    await app.queue.send(app.db, olderViews, {});
  }
}

/**
 * Adds rows of an older release to the rollups for a while. Answers whether nothing is left to this one: of two who meet,
 * the one at work goes on alone, so that starts after kills do not add up.
 */
export async function addOlderViews(
  { db, now }: AppContext,
  rowsAStep = ROWS_A_STEP,
  runMs = RUN_MS,
): Promise<boolean> {
  const end = performance.now() + runMs;
  return (
    (await repeatUntil(end, () => addViews(db, now(), rowsAStep))) &&
    (await repeatUntil(end, () => addVisitors(db, now(), rowsAStep)))
  );
}

/** Steps until one says that it was the last, or time is over. Between two the database has as long for others. */
async function repeatUntil(end: number, step: () => Promise<boolean>): Promise<boolean> {
  do {
    const startedAt = performance.now();
    if (await step()) return true;
    await sleep(performance.now() - startedAt);
  } while (performance.now() < end);
  return false;
}
