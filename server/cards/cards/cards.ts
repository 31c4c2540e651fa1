import { and, eq, getTableColumns, gt, inArray, lte, sql } from 'drizzle-orm';
import { authorize, authorizeNewCard, type Caller, can, toFiguresSubject } from '#server/access/can.ts';
import { asAmong } from '#server/access/find-account.ts';
import { notFound } from '#server/access/refusals.ts';
import type { ActionOn } from '#server/access/rules.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { layOver, readBrand } from '#server/cards/brand/lay-over.ts';
import { readPhones } from '#server/cards/cards/phones.ts';
import type { FoundCard } from '#server/cards/cards/read-card.ts';
import { eraseCards, insertCard, setDeletedAt, writeCards } from '#server/cards/cards/write-cards.ts';
import { endDraft, findMade, hashOfCard, hasMadeCards } from '#server/cards/drafts/ended-drafts.ts';
import { storeInlineMedia } from '#server/cards/media/card-media.ts';
import type { AppContext, UserContext, VisitorContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import { newCardId } from '#server/db/new-id.ts';
import { asJson, prepareSelect } from '#server/db/prepared.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { leadCaptures } from '#server/db/schema/people.ts';
import { unreviewedSubmissions } from '#server/db/schema/people-visitors.ts';
import {
  countReferring,
  eraseReferences,
  type Reference,
  readReferences,
  SLICE_ROWS,
} from '#server/infra/erase-references.ts';
import type { ById } from '#server/infra/http/by-id.ts';
import { subscriberOf } from '#server/infra/network.ts';
import { requireRoomToHold } from '#server/money/billing/quantity.ts';
import { pathToCard } from '#shared/accounts/aliases.ts';
import { OWNER_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { type Card, cardParams, type newCard, type PublicCard } from '#shared/cards/cards.ts';
import type { Page } from '#shared/contract/api.ts';
import { CARD_LIMIT, CARD_LIMIT_MESSAGE, RESTORE_DAYS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { z } from '#shared/contract/zod.ts';
import { DAY_MS } from '#shared/formats/time.ts';

export type CardRow = FoundCard['card'];

/**
 * Looks up something that may not exist: after too many failed lookups, a stranger has to wait before the database is
 * queried.
 */
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

/** The card for an action; throws as `authorize` does. */
export async function findCard(
  ctx: VisitorContext,
  action: ActionOn<'card'>,
  id: string,
): Promise<FoundCard> {
  return authorize(ctx, action, await lookUp(ctx, () => ctx.readCard(id)));
}

/** The card as the requester may see it, also by their part in the team that has it; throws as `authorize` does. */
export async function findShown(ctx: VisitorContext, id: string): Promise<FoundCard & { caller: Caller }> {
  const found = await lookUp(ctx, () => ctx.readCard(id));
  const caller = found ? await asAmong(ctx, found.owner.id) : ctx;
  return { ...authorize(caller, 'see', found), caller };
}

/** The card as its owner sees it. New keys before those of the row, and no rest of it: such a copy takes a tenth of the time. */
export function toCard(row: CardRow): Card {
  const hidden = { phoneRegion: undefined };
  return {
    mainPath: pathToCard(row),
    phonesE164: readPhones(row),
    ...row,
    ...hidden,
    brand: row.brand ?? undefined,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The card without the fields that only its owner may see. */
export function toPublicCard(row: CardRow): PublicCard {
  const card: Partial<Card> & PublicCard = toCard(row);
  for (const name of OWNER_FIELD_NAMES) delete card[name];
  delete card.userId;
  delete card.viewCount;
  delete card.version;
  delete card.brand;
  return card;
}

const readCards = prepareSelect(businessCards, { card: asJson(getTableColumns(businessCards)) });

export async function listCards(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Card>> {
  const limit = rowsWanted(query);
  const isNext = isOlder(businessCards.createdAt, businessCards.id, toMomentPosition(query.cursor));
  const { createdAt, id } = businessCards;
  const rows = await readCards(
    ctx,
    'cards',
    sql`where ${and(whereCan(ctx, 'list', 'card'), isNext)} order by ${createdAt} desc, ${id} desc limit ${limit + 1}`,
  );
  const page = toPage(
    rows.map(({ card }) => card),
    limit,
    newestFirst,
  );
  const brand = await readBrand(ctx, ctx.account);
  return { ...page, rows: page.rows.map((row) => toCard(layOver(row, brand))) };
}

export async function getCard(ctx: VisitorContext, { params }: ById) {
  const found = await findCard(ctx, 'see', params.id);
  return can(ctx, 'see', toFiguresSubject(found)) ? toCard(found.card) : toPublicCard(found.card);
}

/**
 * Throws if the requester may not create a card now. Runs before the body is read, which may be that of a card made
 * already.
 */
export async function checkRoomForCard(ctx: UserContext): Promise<void> {
  authorizeNewCard(ctx, ctx.now());
  if (!(await hasMadeCards(ctx))) await requireRoom(ctx);
}

/** Makes a card; sent again for the same draft, because its answer was lost, it is made once. */
export async function createCard(
  ctx: UserContext,
  { body }: { body: z.output<typeof newCard> },
): Promise<Card> {
  authorizeNewCard(ctx, ctx.now());
  const { draftId, ...sent } = body;
  const draft = draftId === undefined ? null : { id: draftId, bodyHash: hashOfCard(ctx, sent) };
  const fields = await storeInlineMedia(ctx, sent);
  const created = await writeCards(ctx, async (inside) => {
    const madeId = draft && (await findMade(inside, draft));
    if (madeId) {
      const isIt = and(eq(businessCards.id, madeId), whereCan(ctx, 'list', 'card'));
      const [made] = await inside.db.select().from(businessCards).where(isIt);
      if (made) return made;
    }
    await requireRoom(inside);
    const now = ctx.now();
    const row = await insertCard(inside, {
      ...fields,
      id: newCardId(),
      ...stampNew(ctx, 'card'),
      phoneRegion: ctx.requester.readCountry(),
      createdAt: now,
      updatedAt: now,
    });
    if (!row) throw new Error('The new card was not returned.');
    if (draft) await endDraft(inside, draft.id, { cardId: row.id, bodyHash: draft.bodyHash });
    return row;
  });
  return toCard(layOver(created, await readBrand(ctx, ctx.account)));
}

/** Throws unless the requester may change the card. */
export async function checkOwnCard(ctx: UserContext, params: unknown): Promise<void> {
  const parsed = cardParams.safeParse(params);
  if (!parsed.success) throw notFound('card');
  await findCard(ctx, 'edit', parsed.data.id);
}

export async function deleteCard(ctx: UserContext, { params }: ById) {
  await findCard(ctx, 'delete', params.id);
  const now = ctx.now();
  const isThis = and(eq(businessCards.id, params.id), whereCan(ctx, 'delete', 'card'));
  await writeCards(ctx, (inside) => setDeletedAt(inside, isThis, now));
  return { id: params.id, restorableUntil: new Date(now.getTime() + RESTORE_DAYS * DAY_MS) };
}

/** Undoes a deletion; the restored card counts against the limit like any other. */
export async function restoreCard(ctx: UserContext, { params }: ById): Promise<Card> {
  const restored = await writeCards(ctx, async (inside) => {
    const isThis = and(eq(businessCards.id, params.id), whereCan(ctx, 'restore', 'card'));
    const [row] = await inside.db.select().from(businessCards).where(isThis);
    if (!row) throw notFound('card');
    if (row.deletedAt === null) return row;
    await requireRoom(inside);
    if (row.holderId !== null) await requireRoomToHold(inside, row.userId);
    return setDeletedAt(inside, and(isThis, gt(businessCards.deletedAt, oldestRestorable(ctx))), null);
  });
  return toCard(layOver(restored, await readBrand(ctx, ctx.account)));
}

/** Cards deleted by a transaction, with no more rows that refer to them: their owners wait meanwhile. */
const ERASED_AT_ONCE = { cards: 50, rows: 1_000 };

/**
 * Permanently deletes cards that can no longer be restored, with their views; the contacts they brought stay, and its leads
 * become contacts before (`keepLeads` in `server/people/contacts/exchange/keep-leads.ts`). A card stays while people wait for
 * review, as they do for as long as there is no room for them.
 */
export async function purgeCards(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const isOld = sql`${lte(businessCards.deletedAt, oldestRestorable(app))} and not exists (
    select from ${leadCaptures} where ${leadCaptures.cardId} = ${businessCards.id}) and not exists (
    select from ${unreviewedSubmissions} where ${unreviewedSubmissions.cardId} = ${businessCards.id}
      and ${unreviewedSubmissions.reviewedAt} is null)`;
  const old = await app.db.select({ id: businessCards.id }).from(businessCards).where(isOld);
  const references = await readReferences(app.db, 'business_cards');
  for (let from = 0; from < old.length && !stopping?.aborted; ) {
    const next = old.slice(from, from + ERASED_AT_ONCE.cards).map(({ id }) => id);
    const ids = await readyToErase(app, references, next, stopping);
    await eraseCards(app, sql`${inArray(businessCards.id, ids)} and ${isOld}`);
    from += ids.length;
  }
}

/** The first of these cards that a transaction can delete. What refers to one goes with it, or before it if it is much. */
async function readyToErase(
  app: AppContext,
  references: Reference[],
  ids: string[],
  stopping: AbortSignal | undefined,
): Promise<string[]> {
  const counts = await countReferring(app.db, references, ids);
  const ready: string[] = [];
  let rows = 0;
  for (const id of ids) {
    const count = counts.get(id) ?? 0;
    if (count > SLICE_ROWS) {
      // Its files are noted as gone with the card itself.
      const before = references.filter(({ table }) => table !== 'card_media');
      if (!(await eraseReferences(app, before, id, { stopping }))) break;
    } else {
      rows += count;
      if (rows > ERASED_AT_ONCE.rows) break;
    }
    ready.push(id);
  }
  return ready;
}

/** Cards and people that went before are gone for good. */
export const oldestRestorable = ({ now }: Pick<AppContext, 'now'>): Date =>
  new Date(now().getTime() - RESTORE_DAYS * DAY_MS);

/** A team's cards are limited as they are prepared and claimed. */
async function requireRoom(ctx: UserContext): Promise<void> {
  if (ctx.account.kind === 'team') return;
  const count = await ctx.db.$count(businessCards, whereCan(ctx, 'list', 'card'));
  if (count >= CARD_LIMIT) throw new AppError('forbidden', CARD_LIMIT_MESSAGE);
}
