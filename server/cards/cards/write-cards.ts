import { isDeepStrictEqual } from 'node:util';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, SYSTEM } from '#server/access/actor.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { writeInOrderAfter, writeInOrderOf } from '#server/access/write-in-order.ts';
import type { RowChanges } from '#server/cards/brand/judge-save.ts';
import type { StoredCard } from '#server/cards/brand/lay-over.ts';
import { keepForSuccession, keepVersion, takeBackKept } from '#server/cards/cards/keep-version.ts';
import { notifyWallets } from '#server/cards/cards/notify-wallets.ts';
import { linkCardMedia } from '#server/cards/media/card-media.ts';
import { noteCardsGone } from '#server/cards/media/media-owners.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards, teamPageCards } from '#server/db/schema/cards.ts';
import { aliasTag } from '#server/infra/page-changes.ts';
import { followCardCount } from '#server/money/billing/quantity.ts';
import { beginTeamTrial } from '#server/money/billing/trial.ts';
import type { AccountId, PersonId } from '#shared/accounts/ids.ts';
import { CARD_FIELDS, LEAVING_FIELD_NAMES } from '#shared/cards/card-fields.ts';
import { each, emptyValuesOf, pick } from '#shared/contract/field-kinds.ts';
import { dropStaleParts } from '#shared/names/names.ts';

/**
 * The door to `business_cards`: nothing else writes them (docs/decisions/340). With each change go the card's media, the
 * number of cards at the payment provider, the passes in wallets, and the pages that show it.
 */

type Row = StoredCard;
type NewRow = typeof businessCards.$inferInsert;

/** The context within `writeCards`: its `db` is the transaction. */
export type CardWriting<Ctx extends AppContext = AppContext> = Ctx & {
  /** The tags of pages that show something else once it commits. */
  changedPages: Set<string>;
};

/**
 * Runs a transaction that writes cards, one at a time for each account, and then drops the pages that show them from this
 * process's cache.
 */
export const writeCards = <Ctx extends UserContext, Result>(
  ctx: Ctx,
  write: (inside: CardWriting<Ctx>) => Promise<Result>,
): Promise<Result> => writeCardsOf(ctx, ctx.account.id, ctx.actor, write);

/** Likewise of this account, as `actor`. */
export const writeCardsOf = <Ctx extends AppContext, Result>(
  ctx: Ctx,
  userId: string,
  actor: Actor,
  write: (inside: CardWriting<Ctx>) => Promise<Result>,
): Promise<Result> => writeCardsAmong(ctx, sql`${userId}`, actor, write);

/** Likewise of the accounts in a list in SQL. */
export const writeCardsAmong = <Ctx extends AppContext, Result>(
  ctx: Ctx,
  accounts: SQL,
  actor: Actor,
  write: (inside: CardWriting<Ctx>) => Promise<Result>,
): Promise<Result> =>
  dropPagesAfter(ctx, (inside) => writeInOrderOf(ctx, accounts, actor, (tx) => write(inside(tx))));

/** Likewise after `lock`, which locks what has to be locked before the account. */
export const writeCardsAfter = <Ctx extends AppContext, Result>(
  ctx: Ctx,
  { userId, actor }: { userId: string; actor: Actor },
  lock: (tx: Db) => Promise<unknown>,
  write: (inside: CardWriting<Ctx>) => Promise<Result>,
): Promise<Result> =>
  dropPagesAfter(ctx, (inside) => writeInOrderAfter(ctx, { userId, actor }, lock, (tx) => write(inside(tx))));

async function dropPagesAfter<Ctx extends AppContext, Result>(
  ctx: Ctx,
  run: (inside: (tx: Db) => CardWriting<Ctx>) => Promise<Result>,
): Promise<Result> {
  const changedPages = new Set<string>();
  const result = await run((tx) => ({ ...ctx, db: tx, changedPages }));
  for (const tag of changedPages) ctx.pages.invalidate(tag);
  return result;
}

/** The card's own pages and its owner's portfolio, whose tag differs because a new card has none yet. */
function notePages({ changedPages }: CardWriting, { id, userId }: Pick<Row, 'id' | 'userId'>): void {
  changedPages.add(`card:${id}`).add(`portfolio:${userId}`);
}

/** Returns the new card; null if its id exists. */
export async function insertCard(ctx: CardWriting, values: NewRow): Promise<Row | null> {
  const [row] = await ctx.db.insert(businessCards).values(values).onConflictDoNothing().returning();
  if (!row) return null;
  await linkCardMedia(ctx, row);
  // Until somebody claims it, it costs nothing.
  if (!row.isUnclaimed) await followCardCount(ctx, ctx.db, row.userId);
  notePages(ctx, row);
  return row;
}

/** Fields left out stay unchanged, except for name parts that no longer fit a new name. */
export function readChanges(kept: Row, fields: RowChanges): { changes: RowChanges; isChange: boolean } {
  const { dropped } =
    fields.fullName === undefined ? { dropped: [] } : dropStaleParts(fields.fullName, kept, fields);
  const changes: RowChanges = { ...each(dropped, () => null), ...fields };
  const isSame = ([name, value]: [string, unknown]) =>
    value === undefined || isDeepStrictEqual(Reflect.get(kept, name), value);
  return { changes, isChange: !Object.entries(changes).every(isSame) };
}

/** Changes fields of a card that the transaction has locked. Its version rises if one of them has another value. */
export async function changeFields(
  ctx: CardWriting,
  kept: Row,
  { changes, isChange }: ReturnType<typeof readChanges>,
  country: string | null,
): Promise<Row> {
  if (isChange) await keepVersion(ctx, kept);
  const [row] = await ctx.db
    .update(businessCards)
    .set({
      ...changes,
      // Keeps the first known region: owners travel.
      phoneRegion: sql`coalesce(${businessCards.phoneRegion}, ${country})`,
      version: kept.version + (isChange ? 1 : 0),
      updatedAt: isChange || (kept.phoneRegion ?? country) !== kept.phoneRegion ? ctx.now() : kept.updatedAt,
    })
    .where(eq(businessCards.id, kept.id))
    .returning();
  if (!row) throw notFound('card');
  await linkCardMedia(ctx, row);
  if (isChange) await notifyWallets(ctx.db, ctx, [row.id]);
  notePages(ctx, row);
  return row;
}

/** Gives a card another short address or none; passes do not show it. */
export async function changeAlias(
  ctx: CardWriting,
  { id, alias: former }: Pick<Row, 'id' | 'alias'>,
  { alias, isAliasMain }: Pick<Row, 'alias' | 'isAliasMain'>,
): Promise<void> {
  await ctx.db.update(businessCards).set({ alias, isAliasMain }).where(eq(businessCards.id, id));
  ctx.changedPages.add(`card:${id}`);
  for (const name of [former, alias]) if (name !== null) ctx.changedPages.add(aliasTag('card', name));
}

/** Gives a card of a team to the person who claims it, from when on it is public. */
export async function claimCard(ctx: CardWriting, which: SQL | undefined, holderId: PersonId): Promise<Row> {
  const set = { holderId, isUnclaimed: false, vacancy: null };
  const [row] = await ctx.db.update(businessCards).set(set).where(which).returning();
  if (!row) throw notFound('card');
  // Whoever had it before may have it again, and is asked anew.
  await ctx.db.delete(teamPageCards).where(eq(teamPageCards.cardId, row.id));
  await beginTeamTrial(ctx, ctx.db, row.userId);
  await followCardCount(ctx, ctx.db, row.userId);
  await notifyWallets(ctx.db, ctx, [row.id]);
  notePages(ctx, row);
  return row;
}

const NOTHING_PERSONAL = pick(emptyValuesOf(CARD_FIELDS), LEAVING_FIELD_NAMES);

/** Who comes next on a card of a team; `null` while nobody was named. */
export interface NextPerson {
  fullName: string;
  isNamed: boolean;
}

/**
 * Takes the person off a card of a team that the transaction has locked: what is theirs is gone from the row, and the
 * succession keeps it. It keeps address, code, views and contacts.
 */
export async function vacateCard(
  ctx: CardWriting,
  kept: Row,
  { next, cardName, successionId }: { next: NextPerson | null; cardName: string; successionId: string },
): Promise<void> {
  await keepForSuccession(ctx, kept, successionId);
  await setVacant(ctx, kept, {
    ...NOTHING_PERSONAL,
    chosenFields: kept.chosenFields.filter((name) => !(name in NOTHING_PERSONAL)),
    ...nameOf(next, cardName),
    name: cardName,
    phoneRegion: null,
    holderId: null,
    isUnclaimed: true,
    alias: null,
    isAliasMain: false,
    passRound: kept.passRound + 1,
  });
  await followCardCount(ctx, ctx.db, kept.userId);
}

/** Until somebody claims it, the card bears the name of who comes next, and strangers see it only if they shall. */
const nameOf = (next: NextPerson | null, otherwise: string) =>
  ({ fullName: next?.fullName ?? otherwise, vacancy: next?.isNamed ? 'named' : 'unnamed' }) as const;

/** Names somebody else, or nobody, for a card that is vacant. */
export const renameVacancy = (ctx: CardWriting, kept: Row, next: NextPerson | null, cardName: string) =>
  setVacant(ctx, kept, nameOf(next, cardName));

async function setVacant(ctx: CardWriting, kept: Row, set: Partial<NewRow>): Promise<void> {
  const [row] = await ctx.db
    .update(businessCards)
    .set({ ...set, version: kept.version + 1, updatedAt: ctx.now() })
    .where(eq(businessCards.id, kept.id))
    .returning();
  if (!row) throw notFound('card');
  await linkCardMedia(ctx, row);
  await notifyWallets(ctx.db, ctx, [row.id]);
  notePages(ctx, row);
}

/** Puts everything back as it was before a succession that nobody has claimed. Throws 409 if that is no longer kept. */
export async function unvacateCard(
  ctx: CardWriting,
  kept: Row,
  { id, holderId, ...alias }: { id: string; holderId: PersonId | null } & Pick<Row, 'alias' | 'isAliasMain'>,
): Promise<void> {
  const was = await takeBackKept(ctx, kept.id, id);
  // Fields that an update has taken away since are left out; what the team set meanwhile stays.
  const names = [...LEAVING_FIELD_NAMES, 'name' as const].filter((name) => name in was);
  const { chosenFields = [] } = was;
  await setVacant(ctx, kept, {
    ...(pick(was, names) as Partial<NewRow>),
    chosenFields: [
      ...kept.chosenFields.filter((name) => !(name in NOTHING_PERSONAL)),
      ...chosenFields.filter((name) => name in NOTHING_PERSONAL),
    ],
    ...alias,
    holderId,
    isUnclaimed: false,
    vacancy: null,
    passRound: kept.passRound - 1,
  });
  await followCardCount(ctx, ctx.db, kept.userId);
}

/** Takes the short address from cards that cannot be seen; returns nothing, since no page shows it. */
export async function dropAliases({ db }: CardWriting, which: SQL | undefined): Promise<void> {
  await db.update(businessCards).set({ alias: null, isAliasMain: false }).where(which);
}

/** Takes the holder from the cards of a team that somebody held, also from deleted ones that can come back: they are billed no more. Returns their ids. */
export async function releaseCards(
  ctx: CardWriting,
  teamId: AccountId,
  holderId: PersonId,
): Promise<string[]> {
  const rows = await ctx.db
    .update(businessCards)
    .set({ holderId: null })
    .where(and(whereCan(systemFor(teamId), 'restore', 'card'), eq(businessCards.holderId, holderId)))
    .returning({ id: businessCards.id, userId: businessCards.userId });
  await followCardCount(ctx, ctx.db, teamId);
  for (const row of rows) notePages(ctx, row);
  return rows.map(({ id }) => id);
}

/** Gives a card of a team that nobody holds back to somebody who held it. */
export async function returnCard(ctx: CardWriting, { id, userId }: Row, holderId: PersonId): Promise<void> {
  await ctx.db.update(businessCards).set({ holderId }).where(eq(businessCards.id, id));
  await followCardCount(ctx, ctx.db, userId);
  notePages(ctx, { id, userId });
}

/** Deletes the card that `which` chooses, or restores it with null; returns it as it is then. */
export async function setDeletedAt(
  ctx: CardWriting,
  which: SQL | undefined,
  deletedAt: Date | null,
): Promise<Row> {
  const [row] = await ctx.db.update(businessCards).set({ deletedAt }).where(which).returning();
  if (!row) throw notFound('card');
  await followCardCount(ctx, ctx.db, row.userId);
  await notifyWallets(ctx.db, ctx, [row.id]);
  notePages(ctx, row);
  return row;
}

/** Deletes all cards of an account that is deleted, with what is on them: a row stays while wallets learn that it is gone. */
export async function withdrawCards({ db, now }: Pick<AppContext, 'db' | 'now'>, userId: AccountId) {
  const set = { ...emptyValuesOf(CARD_FIELDS), deletedAt: now(), alias: null, isAliasMain: false };
  await db
    .update(businessCards)
    .set(set)
    .where(whereCan(systemFor(userId), 'restore', 'card'));
}

/** Deletes cards for good that no page has shown for long; the contacts they brought stay. */
export async function eraseCards(app: AppContext, which: SQL, actor = SYSTEM): Promise<void> {
  // Contacts and links that name such a card lose its name, also where other accounts have them.
  const touched = sql`
    select user_id from business_cards where ${which}
    union select l.user_id from contact_links l join business_cards on business_cards.id = l.card_id where ${which}`;
  await writeInOrderOf(app, touched, actor, async (tx) => {
    await noteCardsGone(tx, which, app.now());
    await tx.delete(businessCards).where(which);
  });
}
