import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { authorize } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrder } from '#server/access/write-in-order.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { nfcTags } from '#server/db/schema/sharing.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';
import {
  NFC_NUMBERS_MAX,
  NFC_TAGS_MAX,
  type NfcTag,
  type newNfcTag,
  type nfcTagChanges,
} from '#shared/sharing/nfc.ts';

interface ByCard {
  params: { cardId: string };
}
interface ByTag {
  params: { cardId: string; number: number };
}

type TagRow = typeof nfcTags.$inferSelect;

const toWire = ({ number, name, createdAt, writtenAt, isLocked, views }: TagRow): NfcTag => ({
  number,
  name,
  createdAt: createdAt.toISOString(),
  writtenAt: writtenAt?.toISOString() ?? null,
  isLocked,
  views,
});

const isOfCard = (cardId: string) => eq(nfcTags.cardId, cardId);
const isTag = ({ params }: ByTag) => and(isOfCard(params.cardId), eq(nfcTags.number, params.number));

async function requireCard(ctx: UserContext, { params }: ByCard): Promise<void> {
  authorize(ctx, 'edit', await ctx.readCard(params.cardId));
}

export async function listNfcTags(ctx: UserContext, input: ByCard): Promise<NfcTag[]> {
  await requireCard(ctx, input);
  const rows = await ctx.db
    .select()
    .from(nfcTags)
    .where(and(isOfCard(input.params.cardId), isNull(nfcTags.removedAt)))
    .orderBy(desc(nfcTags.number))
    .limit(NFC_TAGS_MAX);
  return rows.map(toWire);
}

/** The number is the next that no tag of the card has had. */
export async function addTag(
  ctx: UserContext,
  input: ByCard & { body: z.output<typeof newNfcTag> },
): Promise<NfcTag> {
  await requireCard(ctx, input);
  const { cardId } = input.params;
  const tag = await writeInOrder(ctx, async (tx) => {
    await lockCard(ctx, tx, cardId);
    await requireRoom(tx, cardId);
    const [last] = await tx
      .select({ number: nfcTags.number })
      .from(nfcTags)
      .where(isOfCard(cardId))
      .orderBy(desc(nfcTags.number))
      .limit(1);
    const number = (last?.number ?? 0) + 1;
    if (number > NFC_NUMBERS_MAX) {
      throw new AppError(
        'conflict',
        `A card can have ${NFC_NUMBERS_MAX} tags in all, and this one has had them.`,
      );
    }
    const values = { cardId, number, name: input.body.name, createdAt: ctx.now() };
    const [added] = await tx.insert(nfcTags).values(values).returning();
    if (!added) throw new Error('The new tag was not returned.');
    return added;
  });
  ctx.pages.invalidate(`card:${cardId}`);
  return toWire(tag);
}

/** One change at a time per card, so that many at once cannot exceed the limit or get the same number. */
async function lockCard(ctx: UserContext, tx: Db, cardId: string): Promise<void> {
  const isThis = and(eq(businessCards.id, cardId), whereCan(ctx, 'edit', 'card'));
  const [card] = await tx
    .select({ id: businessCards.id })
    .from(businessCards)
    .where(isThis)
    .for('no key update');
  if (!card) throw notFound('card');
}

async function requireRoom(tx: Db, cardId: string): Promise<void> {
  const kept = await tx.$count(nfcTags, and(isOfCard(cardId), isNull(nfcTags.removedAt)));
  if (kept < NFC_TAGS_MAX) return;
  throw new AppError('conflict', `A card can have ${NFC_TAGS_MAX} tags. Remove one you no longer use.`);
}

/** Changes a tag that has not been removed. */
const setTag = (ctx: UserContext, input: ByTag, set: PgUpdateSetSource<typeof nfcTags>) =>
  writeInOrder(ctx, (tx) =>
    tx
      .update(nfcTags)
      .set(set)
      .where(and(isTag(input), isNull(nfcTags.removedAt)))
      .returning(),
  );

/** A tag that was locked, or written, stays so. */
export async function changeTag(
  ctx: UserContext,
  input: ByTag & { body: z.output<typeof nfcTagChanges> },
): Promise<NfcTag> {
  await requireCard(ctx, input);
  const { name, isWritten, isLocked } = input.body;
  const now = ctx.now().toISOString();
  const [changed] = await setTag(ctx, input, {
    name: name === undefined ? sql`${nfcTags.name}` : name,
    isLocked: isLocked === undefined ? sql`${nfcTags.isLocked}` : isLocked,
    writtenAt: isWritten === undefined ? sql`${nfcTags.writtenAt}` : sql`${now}::timestamptz`,
  });
  if (!changed) throw notFound('tag');
  return toWire(changed);
}

export async function removeTag(ctx: UserContext, input: ByTag): Promise<{ number: number }> {
  await requireCard(ctx, input);
  const [removed] = await setTag(ctx, input, { removedAt: ctx.now() });
  if (!removed) throw notFound('tag');
  ctx.pages.invalidate(`card:${input.params.cardId}`);
  return { number: removed.number };
}

export async function restoreTag(ctx: UserContext, input: ByTag): Promise<NfcTag> {
  await requireCard(ctx, input);
  const { cardId } = input.params;
  const restored = await writeInOrder(ctx, async (tx) => {
    await lockCard(ctx, tx, cardId);
    const [removed] = await tx
      .select()
      .from(nfcTags)
      .where(and(isTag(input), isNotNull(nfcTags.removedAt)));
    if (removed) await requireRoom(tx, cardId);
    const [back] = await tx.update(nfcTags).set({ removedAt: null }).where(isTag(input)).returning();
    if (!back) throw notFound('tag');
    return back;
  });
  ctx.pages.invalidate(`card:${cardId}`);
  return toWire(restored);
}
