import { lt } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { modelUse } from '#server/db/schema/messages.ts';
import { defineRepeated } from '#server/infra/queue/define-job.ts';
import { MODEL_FIGURES_DAYS } from '#shared/contract/constants.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';

export const modelJobs = [defineRepeated('old-model-figures', '53 3 * * *', deleteOldFigures)];

/** Deletes figures whose time is over: a row for each account that used the model on a day. */
export async function deleteOldFigures(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  stopping?: AbortSignal,
): Promise<void> {
  const first = formatUtcDay(new Date(now().getTime() - MODEL_FIGURES_DAYS * DAY_MS));
  await deleteInSteps(db, modelUse.day, lt(modelUse.day, first), { stopping });
}
