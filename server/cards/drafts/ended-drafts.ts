import { and, desc, eq, isNotNull, notInArray } from 'drizzle-orm';
import { whereCan } from '#server/access/where-can.ts';
import { lockHolder } from '#server/cards/media/media-owners.ts';
import type { UserContext } from '#server/context.ts';
import { cardDrafts, endedDrafts } from '#server/db/schema/cards.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Drafts that became a card or a change of one. */

/** How many are remembered of an owner: far more than can be on their way at the same time. */
const REMEMBERED_MAX = 50;

/** The new card made of a draft, and a hash of what was sent for it. */
export interface Made {
  cardId: string;
  bodyHash: string;
}

const isOwn = ({ user }: UserContext) => eq(endedDrafts.userId, accountOf(user).id);
const isThis = (ctx: UserContext, id: string) => and(isOwn(ctx), eq(endedDrafts.id, id));

export const hasEnded = async (ctx: UserContext, id: string): Promise<boolean> =>
  (await ctx.db.$count(endedDrafts, isThis(ctx, id))) > 0;

/** Removes the draft that has been saved, in the transaction that saves the card, and remembers that it was. */
export async function endDraft(ctx: UserContext, id: string | undefined, made?: Made): Promise<void> {
  if (id === undefined) return;
  const { db } = ctx;
  const user = accountOf(ctx.user);
  // A state of the draft that is being kept at this moment is kept before or not at all.
  await lockHolder(db, user.id);
  await db.delete(cardDrafts).where(and(eq(cardDrafts.id, id), whereCan(ctx, 'delete', 'draft')));
  const values = { madeCardId: made?.cardId ?? null, bodyHash: made?.bodyHash ?? null, endedAt: ctx.now() };
  await db
    .insert(endedDrafts)
    .values({ ...values, userId: user.id, id })
    .onConflictDoUpdate({ target: [endedDrafts.userId, endedDrafts.id], set: values });
  const newest = db
    .select({ id: endedDrafts.id })
    .from(endedDrafts)
    .where(isOwn(ctx))
    .orderBy(desc(endedDrafts.endedAt), desc(endedDrafts.id))
    .limit(REMEMBERED_MAX);
  await db.delete(endedDrafts).where(and(isOwn(ctx), notInArray(endedDrafts.id, newest)));
}

/** True if a card was made of a draft lately, so that the request may be the same once more. */
export const hasMadeCards = async (ctx: UserContext): Promise<boolean> =>
  (await ctx.db.$count(endedDrafts, and(isOwn(ctx), isNotNull(endedDrafts.madeCardId)))) > 0;

/** A keyed hash of what was sent for a new card. */
export const hashOfCard = ({ keyedHash }: UserContext, sent: object): string =>
  keyedHash('created card', JSON.stringify(Object.entries(sent).toSorted())).toString('base64url');

/** The id of the card that was made of this draft before, if any. Throws if it was made of something else. */
export async function findMade(
  ctx: UserContext,
  { id, bodyHash }: { id: string; bodyHash: string },
): Promise<string | null> {
  const [ended] = await ctx.db.select().from(endedDrafts).where(isThis(ctx, id));
  if (!ended?.madeCardId) return null;
  if (ended.bodyHash !== bodyHash) {
    throw new AppError('conflict', 'This card was already created. Edit it under My Cards.');
  }
  return ended.madeCardId;
}
