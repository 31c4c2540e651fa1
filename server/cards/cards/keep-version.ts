import { and, eq, type SQL } from 'drizzle-orm';
import type { RowChanges } from '#server/cards/brand/judge-save.ts';
import type { StoredCard } from '#server/cards/brand/lay-over.ts';
import { listMediaNames } from '#server/cards/media/media-names.ts';
import type { AppContext } from '#server/context.ts';
import { cardVersions } from '#server/db/schema/cards.ts';
import { CARD_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { RESTORE_DAYS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pick } from '#shared/contract/field-kinds.ts';
import { formatUtcDay } from '#shared/formats/time.ts';

/** Cards of teams as they were: before each day on which they were changed, and when they were handed to somebody else. */

type Writing = Pick<AppContext, 'db' | 'now'>;

/** The versions of the time of whoever holds the card: what was on it before comes back only with the person it was of. */
export const isOfHolder = (cardId: string): SQL | undefined =>
  and(eq(cardVersions.cardId, cardId), eq(cardVersions.successionId, ''));

/** Keeps a held card as it is before the first change of a day: its holder may empty it. */
export async function keepVersion(ctx: Writing, kept: StoredCard): Promise<void> {
  if (kept.holderId !== null) await insertVersion(ctx, kept, {});
}

async function insertVersion(
  { db, now }: Writing,
  kept: StoredCard,
  why: Pick<typeof cardVersions.$inferInsert, 'reason' | 'successionId'>,
): Promise<void> {
  const fields = { ...pick(kept, CARD_FIELD_NAMES), chosenFields: kept.chosenFields };
  const { id: cardId, userId } = kept;
  const day = formatUtcDay(now());
  const version = { cardId, userId, day, fields, mediaNames: listMediaNames(fields), ...why };
  await db.insert(cardVersions).values(version).onConflictDoNothing();
}

/** Keeps the card as it is, and with it the versions of its holder's time, for the succession that ends it. */
export async function keepForSuccession(ctx: Writing, kept: StoredCard, successionId: string): Promise<void> {
  await ctx.db.update(cardVersions).set({ successionId }).where(isOfHolder(kept.id));
  await insertVersion(ctx, kept, { reason: 'succession', successionId });
}

/** Gives back what was kept for a succession, which did not come to be; throws 409 if that is too long ago. */
export async function takeBackKept(
  { db }: Writing,
  cardId: string,
  successionId: string,
): Promise<RowChanges> {
  const isOfThis = and(eq(cardVersions.cardId, cardId), eq(cardVersions.successionId, successionId));
  const isIt = and(isOfThis, eq(cardVersions.reason, 'succession'));
  const [was] = await db.delete(cardVersions).where(isIt).returning();
  if (!was) {
    throw new AppError(
      'conflict',
      `This card was handed over more than ${RESTORE_DAYS} days ago, so what was on it is no longer kept.`,
    );
  }
  await db.update(cardVersions).set({ successionId: '' }).where(isOfThis);
  return was.fields;
}
