import { and, desc, eq, ne, or } from 'drizzle-orm';
import { authorize } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { isInPortfolio } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import {
  claimName,
  countNewNames,
  findNameProblem,
  isTaken,
  type NameRefusal,
  suggestName,
} from '#server/accounts/aliases/names.ts';
import { type CardWriting, changeAlias, dropAliases, writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { aliases } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { aliasTag } from '#server/infra/page-changes.ts';
import {
  aliasPath,
  type CardAliases,
  type cardAlias,
  foldName,
  NAMES_MAX,
  type NameCheck,
  NEW_NAMES_DAYS,
  NEW_NAMES_MAX,
} from '#shared/accounts/aliases.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { z } from '#shared/contract/zod.ts';

interface ByCard {
  params: { cardId: string };
}

const isThisCard = (ctx: UserContext, cardId: string) =>
  and(eq(businessCards.id, cardId), whereCan(ctx, 'edit', 'card'));

export async function getAliases(ctx: UserContext, { params }: ByCard): Promise<CardAliases> {
  const { card } = authorize(ctx, 'edit', await ctx.readCard(params.cardId));
  return readAliases(ctx, card.id);
}

async function readAliases(ctx: UserContext, cardId: string): Promise<CardAliases> {
  const [card] = await ctx.db.select().from(businessCards).where(isThisCard(ctx, cardId));
  const [user] = await ctx.db
    .select()
    .from(users)
    .where(whereCan(ctx, 'see', 'account'));
  if (!card || !user) throw notFound('card');
  const names = await ctx.db
    .select()
    .from(aliases)
    .where(and(whereCan(ctx, 'see', 'alias'), or(eq(aliases.kind, 'username'), eq(aliases.cardId, cardId))))
    .orderBy(desc(aliases.createdAt), aliases.name);
  const username = foldName(user.username);
  const current = { card: card.alias, username: user.hasAlias ? username : null };
  const formerOf = (kind: 'card' | 'username') =>
    names
      .filter((one) => one.kind === kind && one.name !== current[kind])
      .map(({ name, createdAt }) => ({ name, path: aliasPath(kind, name), chosenAt: createdAt }));
  const problem = findNameProblem(username);
  const inPortfolio = and(whereCan(ctx, 'list', 'card'), isInPortfolio());
  const newNames = await countNewNames(ctx, ctx.db);
  return {
    card: {
      name: card.alias,
      path: card.alias && aliasPath('card', card.alias),
      isMain: card.alias !== null && card.isAliasMain,
      former: formerOf('card').map(toWire),
    },
    username: {
      path: problem === null ? aliasPath('username', username) : null,
      problem,
      isOn: user.hasAlias,
      shows: (await ctx.db.$count(businessCards, inPortfolio)) === 1 ? 'card' : 'portfolio',
      former: formerOf('username').map(toWire),
    },
    newNames: { ...newNames, moreAt: newNames.moreAt?.toISOString() ?? null },
  };
}

const toWire = <Former extends { chosenAt: Date }>(former: Former) => ({
  ...former,
  chosenAt: former.chosenAt.toISOString(),
});

export async function checkName(
  ctx: UserContext,
  { params, query }: ByCard & { query: { name: string } },
): Promise<NameCheck> {
  const { card } = authorize(ctx, 'edit', await ctx.readCard(params.cardId));
  const name = foldName(query.name);
  const checked = { name, path: aliasPath('card', name), suggestion: null };
  const problem = findNameProblem(name);
  if (problem !== null) return { ...checked, isFree: false, problem };
  if (await isTaken(ctx, ctx.db, name)) {
    const suggestion = await suggestName(ctx, ctx.db, name);
    return { ...checked, isFree: false, problem: TAKEN, suggestion };
  }
  const other = await cardWith(ctx, ctx.db, name, card.id);
  return { ...checked, isFree: other === null, problem: other && isOnOther(other) };
}

const TAKEN = 'This name, or one that looks like it, is taken.';
const isOnOther = (cardName: string) => `Your card “${cardName}” uses this name. Remove it there first.`;

/** The label of another card of the requester that has this name now. */
async function cardWith(ctx: UserContext, db: Db, name: string, cardId: string): Promise<string | null> {
  const [card] = await db
    .select({ name: businessCards.name })
    .from(businessCards)
    .where(and(whereCan(ctx, 'edit', 'card'), eq(businessCards.alias, name), ne(businessCards.id, cardId)));
  return card?.name ?? null;
}

/** Chooses or gives up the name of a card, and decides which link is its main one. */
export async function setCardAlias(
  ctx: UserContext,
  { params, body }: ByCard & { body: z.output<typeof cardAlias> },
): Promise<CardAliases> {
  authorize(ctx, 'edit', await ctx.readCard(params.cardId));
  const name = body.name === null ? null : foldName(body.name);
  const problem = name === null ? null : findNameProblem(name);
  if (problem !== null) throw new AppError('invalid', problem, { fields: { name: problem } });
  await writeCards(ctx, async (inside) => {
    await lockNames(ctx, inside.db);
    const isThis = isThisCard(ctx, params.cardId);
    const [card] = await inside.db.select().from(businessCards).where(isThis).for('no key update');
    if (!card) throw notFound('card');
    if (name !== null && name !== card.alias) await takeForCard(inside, name, card.id);
    const isAliasMain = name !== null && (body.isMain ?? card.isAliasMain);
    await changeAlias(inside, card, { alias: name, isAliasMain });
  });
  return readAliases(ctx, params.cardId);
}

async function takeForCard(ctx: CardWriting<UserContext>, name: string, cardId: string): Promise<void> {
  const { db: tx } = ctx;
  const other = await cardWith(ctx, tx, name, cardId);
  if (other !== null) throw createConflict('name', isOnOther(other));
  const refusal = await claimName(ctx, tx, { kind: 'card', name, cardId });
  if (refusal !== null) throw await toError(ctx, tx, refusal, { field: 'name', name });
  // A deleted card that had it does not get it back when it is restored.
  await dropAliases(
    ctx,
    and(whereCan(ctx, 'restore', 'card'), eq(businessCards.alias, name), ne(businessCards.id, cardId)),
  );
}

/** Turns /{username} on or off. Once it was on, its links go on leading to the portfolio. */
export async function setUsernameAlias(
  ctx: UserContext,
  { params, body }: ByCard & { body: { isOn: boolean } },
): Promise<CardAliases> {
  const { card } = authorize(ctx, 'edit', await ctx.readCard(params.cardId));
  const tag = await ctx.db.transaction(async (tx) => {
    const { username } = await lockNames(ctx, tx);
    if (body.isOn) await claimUsername(ctx, tx, username);
    await tx
      .update(users)
      .set({ hasAlias: body.isOn })
      .where(whereCan(ctx, 'edit', 'account'));
    return aliasTag('username', foldName(username));
  });
  ctx.pages.invalidate(`user:${ctx.account.id}`);
  ctx.pages.invalidate(tag);
  return readAliases(ctx, card.id);
}

/** One change at a time per account, so that many at once cannot exceed the limits. */
export async function lockNames(ctx: UserContext, tx: Db): Promise<{ username: string; hasAlias: boolean }> {
  const [user] = await tx
    .select({ username: users.username, hasAlias: users.hasAlias })
    .from(users)
    .where(whereCan(ctx, 'edit', 'account'))
    .for('no key update');
  if (!user) throw notFound('card');
  return user;
}

/** Makes /{username} the requester's; throws on the field `username` if that cannot be. */
export async function claimUsername(ctx: UserContext, tx: Db, username: string): Promise<void> {
  const name = foldName(username);
  const problem = findNameProblem(name);
  if (problem !== null) throw new AppError('invalid', problem, { fields: { username: problem } });
  const refusal = await claimName(ctx, tx, { kind: 'username', name, cardId: null });
  if (refusal !== null) throw await toError(ctx, tx, refusal, { field: 'username', name });
}

const createConflict = (field: string, message: string) =>
  new AppError('conflict', message, { fields: { [field]: message } });

async function toError(
  ctx: UserContext,
  tx: Db,
  refusal: NameRefusal,
  { field, name }: { field: 'name' | 'username'; name: string },
): Promise<AppError> {
  if (refusal === 'tooMany') {
    return createConflict(
      field,
      `You can choose ${NEW_NAMES_MAX} new names every ${NEW_NAMES_DAYS} days, ${NAMES_MAX} in all. You can always reuse one of yours.`,
    );
  }
  const suggestion = await suggestName(ctx, tx, name);
  return createConflict(field, suggestion === null ? TAKEN : `${TAKEN} “${suggestion}” is free.`);
}
