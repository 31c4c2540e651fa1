import { and, desc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { followCardCount } from '#server/billing/quantity.ts';
import type { CardOwner, FoundCard } from '#server/cards/read-card.ts';
import type { AppContext, UserContext, VisitorContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { newCardId } from '#server/db/new-id.ts';
import { businessCards, users } from '#server/db/schema.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { linkCardMedia, storeInlineMedia } from '#server/media/card-media.ts';
import { noteCardsGone } from '#server/media/media-owners.ts';
import type { Page } from '#shared/api.ts';
import { OWNER_FIELD_NAMES } from '#shared/card-fields.ts';
import { type Card, type CardChanges, cardParams, type newCard, type PublicCard } from '#shared/cards.ts';
import { CARD_LIMIT, CARD_LIMIT_MESSAGE, RESTORE_DAYS } from '#shared/constants.ts';
import { AppError } from '#shared/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/pages.ts';
import { statusAt } from '#shared/subscription.ts';
import { DAY_MS } from '#shared/time.ts';
import type { z } from '#shared/zod.ts';

export type CardRow = FoundCard['card'];

const isKept = isNull(businessCards.deletedAt);

export const cardGone = () =>
  new AppError('not_found', "This business card doesn't exist or has been removed.");
const notYours = () => new AppError('forbidden', 'This card belongs to someone else.');

/** Whether strangers may see the card: neither paused nor hidden with its owner's profile. */
export function isPublic(
  card: Pick<CardRow, 'isActive'>,
  owner: Pick<CardOwner, 'isProfileVisible'>,
): boolean {
  return card.isActive && owner.isProfileVisible;
}

/** Looks for what may not be there: a stranger who asks for many addresses in vain is asked to wait before the database is. */
export async function lookUp<Found>(
  ctx: VisitorContext,
  find: () => Promise<Found>,
  isMissing = (found: Found) => found === null,
): Promise<Found> {
  if (ctx.user) return find();
  const subscriber = subscriberOf(ctx.requester.address);
  await ctx.limits.take('lookup', subscriber);
  const found = await find();
  if (!isMissing(found)) await ctx.limits.giveBack('lookup', subscriber);
  return found;
}

/** The card as the requester may see it; 404 for what is deleted, paused or hidden, except to its owner. */
export async function findVisibleCard(ctx: VisitorContext, id: string): Promise<FoundCard> {
  const found = await lookUp(ctx, () => ctx.readCard(id));
  if (!found) throw cardGone();
  if (!isPublic(found.card, found.owner) && ctx.user?.id !== found.owner.id) throw cardGone();
  return found;
}

/** The requester's own card: 404 for one they may not see, 403 for someone else's. */
export async function findOwnCard(ctx: UserContext, id: string): Promise<CardRow> {
  const { card } = await findVisibleCard(ctx, id);
  if (card.userId !== ctx.user.id) throw notYours();
  return card;
}

const toCard = (row: CardRow): Card => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The card without what only its owner may know. */
export function toPublicCard(row: CardRow): PublicCard {
  const card: Partial<Card> & PublicCard = toCard(row);
  for (const name of OWNER_FIELD_NAMES) delete card[name];
  delete card.viewCount;
  return card;
}

export async function listCards(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Card>> {
  const limit = rowsWanted(query);
  const isNext = isOlder(businessCards.createdAt, businessCards.id, toMomentPosition(query.cursor));
  const rows = await ctx.db
    .select()
    .from(businessCards)
    .where(and(eq(businessCards.userId, ctx.user.id), isKept, isNext))
    .orderBy(desc(businessCards.createdAt), desc(businessCards.id))
    .limit(limit + 1);
  const page = toPage(rows, limit, newestFirst);
  return { ...page, rows: page.rows.map(toCard) };
}

export async function getCard(ctx: VisitorContext, { params }: ById) {
  const { card, owner } = await findVisibleCard(ctx, params.id);
  return ctx.user?.id === owner.id ? toCard(card) : toPublicCard(card);
}

/** Refuses who may not create a card now; known before anything of it arrives. */
export async function checkRoomForCard(ctx: UserContext): Promise<void> {
  refuseExpired(ctx);
  await requireRoom(ctx);
}

export async function createCard(
  ctx: UserContext,
  { body }: { body: z.output<typeof newCard> },
): Promise<Card> {
  refuseExpired(ctx);
  const fields = await storeInlineMedia(ctx, body);
  const created = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await lockOwner(inside);
    await requireRoom(inside);
    const now = ctx.now();
    const [row] = await tx
      .insert(businessCards)
      .values({ ...fields, id: newCardId(), userId: ctx.user.id, createdAt: now, updatedAt: now })
      .returning();
    if (!row) throw new Error('The new card was not returned.');
    await linkCardMedia(inside, row);
    await followCardCount(ctx, tx, ctx.user.id);
    return row;
  });
  invalidatePages(ctx, created.id);
  return toCard(created);
}

/** Refuses the change of a card that is not the requester's. */
export async function checkOwnCard(ctx: UserContext, params: unknown): Promise<void> {
  const parsed = cardParams.safeParse(params);
  if (!parsed.success) throw cardGone();
  await findOwnCard(ctx, parsed.data.id);
}

/** Fields left out stay as they are. */
export async function changeCard(
  ctx: UserContext,
  { params, body }: ById & { body: CardChanges },
): Promise<Card> {
  await findOwnCard(ctx, params.id);
  const fields = await storeInlineMedia(ctx, body);
  const changed = await ctx.db.transaction(async (tx) => {
    const [row] = await tx
      .update(businessCards)
      .set({ ...fields, updatedAt: ctx.now() })
      .where(and(eq(businessCards.id, params.id), eq(businessCards.userId, ctx.user.id), isKept))
      .returning();
    if (!row) throw cardGone();
    await linkCardMedia({ ...ctx, db: tx }, row);
    return row;
  });
  invalidatePages(ctx, params.id);
  return toCard(changed);
}

export async function deleteCard(ctx: UserContext, { params }: ById) {
  await findOwnCard(ctx, params.id);
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    const gone = await tx
      .update(businessCards)
      .set({ deletedAt: now })
      .where(and(eq(businessCards.id, params.id), eq(businessCards.userId, ctx.user.id), isKept))
      .returning({ id: businessCards.id });
    if (gone.length === 0) throw cardGone();
    await followCardCount(ctx, tx, ctx.user.id);
  });
  invalidatePages(ctx, params.id);
  return { id: params.id, restorableUntil: new Date(now.getTime() + RESTORE_DAYS * DAY_MS) };
}

/** The card's own pages and its owner's portfolio. */
function invalidatePages(ctx: UserContext, id: string): void {
  ctx.pages.invalidate(`card:${id}`);
  ctx.pages.invalidate(`portfolio:${ctx.user.id}`);
}

/** Undoes a deletion; a restored card counts against the limit like any other. */
export async function restoreCard(ctx: UserContext, { params }: ById): Promise<Card> {
  const restored = await ctx.db.transaction(async (tx) => {
    const inside = { ...ctx, db: tx };
    await lockOwner(inside);
    const isOwn = and(eq(businessCards.id, params.id), eq(businessCards.userId, ctx.user.id));
    const [row] = await tx.select().from(businessCards).where(isOwn);
    if (!row) throw cardGone();
    if (row.deletedAt === null) return row;
    await requireRoom(inside);
    const [back] = await tx
      .update(businessCards)
      .set({ deletedAt: null })
      .where(and(isOwn, gt(businessCards.deletedAt, oldestRestorable(ctx))))
      .returning();
    if (!back) throw cardGone();
    await followCardCount(ctx, tx, ctx.user.id);
    return back;
  });
  invalidatePages(ctx, params.id);
  return toCard(restored);
}

/** Deletes for good what can no longer be restored; its views go with it, the contacts it brought stay. */
export async function purgeCards(app: AppContext): Promise<void> {
  const isOver = lte(businessCards.deletedAt, oldestRestorable(app));
  await app.db.transaction(async (tx) => {
    await noteCardsGone(tx, sql`${isOver}`, app.now());
    await tx.delete(businessCards).where(isOver);
  });
}

const oldestRestorable = (app: AppContext) => new Date(app.now().getTime() - RESTORE_DAYS * DAY_MS);

function refuseExpired(ctx: UserContext): void {
  if (statusAt(ctx.user, ctx.now()) !== 'expired') return;
  throw new AppError(
    'forbidden',
    'Subscription Required. Subscribe for $5/month per card to create cards again.',
  );
}

/** One creation at a time for each owner, so that ten at once cannot pass the limit together. */
async function lockOwner(ctx: UserContext): Promise<void> {
  await ctx.db.execute(sql`select 1 from ${users} where ${users.id} = ${ctx.user.id} for no key update`);
}

async function requireRoom(ctx: UserContext): Promise<void> {
  const count = await ctx.db.$count(businessCards, and(eq(businessCards.userId, ctx.user.id), isKept));
  if (count >= CARD_LIMIT) throw new AppError('forbidden', CARD_LIMIT_MESSAGE);
}
