import { setTimeout as sleep } from 'node:timers/promises';
import { isNull } from 'drizzle-orm';
import { addViews } from '#server/analytics/analytics/backfill-views.ts';
import { addVisitors } from '#server/analytics/analytics/backfill-visitors.ts';
import { deleteSomeViews, viewsKept } from '#server/analytics/analytics/old-views.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { rollupBackfills } from '#server/db/schema/analytics.ts';
import { defineJob } from '#server/infra/queue/define-job.ts';
import { z } from '#shared/contract/zod.ts';

/**
 * In the background, in small steps: after the upgrade that introduced the rollups, adds older views to them; each night, deletes
 * those whose time is over.
 */

/** A step locks its cards for a few milliseconds; a larger one would delay new views. */
const ROWS_A_STEP = 5_000;
/** A run ends after this time and queues the next, so that a process can stop quickly. */
const RUN_MS = 2_000;

export const analyticsJobs = [
  // Started at startup; the schedule continues where a run was given up.
  defineJob(
    'older-views',
    z.object({}),
    async (app) => {
      if (!(await addOlderViews(app))) await app.queue.send(app.db, 'older-views', {});
    },
    { cron: '7 * * * *', retries: 2, sends: 'nothing' },
  ),
  defineJob(
    'old-views',
    z.object({ after: z.string().default('') }),
    async (app, { after }) => {
      const next = await deleteOldViews(app, after);
      if (next !== null) await app.queue.send(app.db, 'old-views', { after: next });
    },
    { cron: '47 3 * * *', retries: 2 },
  ),
];

/**
 * Deletes views of the cards after this one for a limited time. Returns the card after which to go on, or null: nothing is
 * left, or not all older views are counted yet.
 */
export async function deleteOldViews(
  app: Pick<AppContext, 'db' | 'config' | 'now'>,
  after = '',
  rowsAStep = ROWS_A_STEP,
  runMs = RUN_MS,
): Promise<string | null> {
  const kept = viewsKept(app);
  if (!kept || (await hasUncountedViews(app.db))) return null;
  const end = performance.now() + runMs;
  let reached = after;
  const isDone = await repeatUntil(end, async () => {
    const step = await deleteSomeViews(app.db, kept.from, reached, rowsAStep);
    reached = step.after;
    return step.isDone;
  });
  return isDone ? null : reached;
}

const hasUncountedViews = async (db: Db): Promise<boolean> =>
  (await db.$count(rollupBackfills, isNull(rollupBackfills.completedAt))) > 0;

/** Starts the remaining work once the queue is running. */
export async function beginOlderViews(app: AppContext): Promise<void> {
  if (await hasUncountedViews(app.db)) await app.queue.send(app.db, 'older-views', {});
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
