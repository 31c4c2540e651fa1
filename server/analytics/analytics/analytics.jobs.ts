import { setTimeout as sleep } from 'node:timers/promises';
import { isNull } from 'drizzle-orm';
import { addViews } from '#server/analytics/analytics/backfill-views.ts';
import { addVisitors } from '#server/analytics/analytics/backfill-visitors.ts';
import type { AppContext } from '#server/context.ts';
import { rollupBackfills } from '#server/db/schema/analytics.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';

/** After the upgrade that introduced the rollups, adds older views to them in the background, in small steps. */

/** A step locks its cards for a few milliseconds; a larger one would delay new views. */
const ROWS_A_STEP = 5_000;
/** A run ends after this time and queues the next, so that a process can stop quickly. */
const RUN_MS = 2_000;

export const analyticsJobs = [
  // Started at startup; the schedule continues where a run was given up.
  defineRepeated(
    'older-views',
    '7 * * * *',
    async (app) => {
      if (!(await addOlderViews(app))) await app.queue.send(app.db, 'older-views', {});
    },
    { sends: 'nothing' },
  ),
];

/** Starts the remaining work once the queue is running. */
export async function beginOlderViews(app: AppContext): Promise<void> {
  if (await app.db.$count(rollupBackfills, isNull(rollupBackfills.completedAt))) {
    await app.queue.send(app.db, 'older-views', {});
  }
}

/**
 * Adds rows of an older release to the rollups for a limited time. Returns whether nothing is left for this run: of two
 * concurrent runs only the one already at work continues, so that repeated kills and restarts do not pile up runs.
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

/**
 * Repeats until a step returns true or time is up. Pauses as long as each step took, to leave the database to others.
 */
async function repeatUntil(end: number, step: () => Promise<boolean>): Promise<boolean> {
  do {
    const startedAt = performance.now();
    if (await step()) return true;
    await sleep(performance.now() - startedAt);
  } while (performance.now() < end);
  return false;
}
