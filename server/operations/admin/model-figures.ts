import { countDistinct, desc, gte, sum } from 'drizzle-orm';
import type { UserContext } from '#server/context.ts';
import { modelUse } from '#server/db/schema/messages.ts';
import { DAY_MS, formatUtcDay } from '#shared/formats/time.ts';
import type { ModelFigures } from '#shared/operations/admin.ts';

const DAYS_SHOWN = 30;

/** Requests to the language model, by day; those of deleted accounts are gone with them. */
export async function getModelFigures({ db, models, now }: UserContext): Promise<ModelFigures> {
  const first = formatUtcDay(new Date(now().getTime() - (DAYS_SHOWN - 1) * DAY_MS));
  const days = await db
    .select({
      day: modelUse.day,
      accounts: countDistinct(modelUse.userId),
      calls: sum(modelUse.calls).mapWith(Number),
      failures: sum(modelUse.failures).mapWith(Number),
      tokens: sum(modelUse.tokens).mapWith(Number),
    })
    .from(modelUse)
    .where(gte(modelUse.day, first))
    .groupBy(modelUse.day)
    .orderBy(desc(modelUse.day));
  const { model } = models;
  return { model: model && { host: model.host, name: model.name }, days };
}
