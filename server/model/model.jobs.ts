import { lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { modelUse } from '#server/db/model-schema.ts';
import { defineScheduledJob } from '#server/infra/queue/queue.ts';
import { MODEL_FIGURES_DAYS } from '#shared/constants.ts';
import { DAY_MS, utcDayOf } from '#shared/time.ts';

const oldModelFigures = defineScheduledJob('old-model-figures');

export function modelJobs(app: AppContext): void {
  app.queue.handle(oldModelFigures, () => deleteOldFigures(app));
  app.queue.repeat(oldModelFigures, '53 3 * * *');
}

/** Deletes figures whose time is over: a row for each account that used the model on a day. */
export async function deleteOldFigures({ db, now }: Pick<AppContext, 'db' | 'now'>): Promise<void> {
  const first = utcDayOf(new Date(now().getTime() - MODEL_FIGURES_DAYS * DAY_MS));
  await db.delete(modelUse).where(lt(modelUse.day, first));
}
