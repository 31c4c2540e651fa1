import { and, eq, exists, isNull, lt, or } from 'drizzle-orm';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import type { Db } from '#server/db/open.ts';
import {
  teamCardDays,
  teamCardFigures,
  teamFigures,
  teamHolderFigures,
  teamSums,
} from '#server/db/schema/teams.ts';

/**
 * Forgets the figures and sums of teams that nobody has looked at since. Their lines and days go before them, as a team has one
 * for each card; whoever looks meanwhile has them counted from the first day on.
 */
export async function forgetFigures(db: Db, before: Date, stopping?: AbortSignal): Promise<void> {
  const { teamId, days, wantedAt } = teamFigures;
  const isIdle = lt(wantedAt, before);
  for (const one of await db.select({ teamId, days }).from(teamFigures).where(isIdle)) {
    const isThis = and(eq(teamId, one.teamId), eq(days, one.days), isIdle);
    await db.update(teamFigures).set({ openFrom: null }).where(isThis);
    const stillIdle = exists(db.select({ days }).from(teamFigures).where(isThis));
    for (const [lines, key] of [
      [teamCardFigures, teamCardFigures.cardId],
      [teamHolderFigures, teamHolderFigures.holderId],
    ] as const) {
      const isOfThis = and(eq(lines.teamId, one.teamId), eq(lines.days, one.days), stillIdle);
      await deleteInSteps(db, key, isOfThis, { stopping });
    }
    if (stopping?.aborted) return;
    await db.delete(teamFigures).where(isThis);
  }
  await forgetSums(db, before, stopping);
}

async function forgetSums(db: Db, before: Date, stopping?: AbortSignal): Promise<void> {
  const { teamId, summedAt } = teamSums;
  const isIdle = or(isNull(summedAt), lt(summedAt, before));
  for (const { id } of await db.select({ id: teamId }).from(teamSums).where(isIdle)) {
    const isThis = and(eq(teamId, id), isIdle);
    await db.update(teamSums).set({ summedAt: null }).where(isThis);
    const stillIdle = exists(db.select({ id: teamId }).from(teamSums).where(isThis));
    await deleteInSteps(db, teamCardDays.day, and(eq(teamCardDays.teamId, id), stillIdle), { stopping });
    if (stopping?.aborted) return;
    await db.delete(teamSums).where(isThis);
  }
}
