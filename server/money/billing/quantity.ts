import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm';
import { systemFor } from '#server/access/system.ts';
import { isKept, keptText } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { invoices } from '#server/db/schema/money.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { users } from '#server/db/schema/users.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { billedQuantity, statusAt } from '#shared/money/subscription.ts';
import type { ClaimBar } from '#shared/money/team-billing.ts';
import { TEAM_ALLOWANCES, type TeamAllowance } from '#shared/teams/limits.ts';

/**
 * The subscription's quantity is the number of an account's cards, of a team's cards those that somebody holds: a job queued
 * with each change of cards sends it to the provider (docs/decisions/358).
 */

/** Sends the number of cards to the provider once the transaction `db` commits; does nothing without a subscription. */
export async function followCardCount(
  app: Pick<AppContext, 'queue'>,
  db: Db,
  userId: AccountId,
): Promise<void> {
  const [found] = await db.select({ id: users.stripeSubscriptionId }).from(users).where(eq(users.id, userId));
  if (found?.id) await app.queue.send(db, 'billing-quantity', { userId });
}

/** Of an account in `users`: how many cards its price follows. */
export const CARDS_COUNTED = sql<number>`(select count(*)::int from business_cards c
  where c.user_id = users.id and ${isKept('c')} and (users.kind = 'person' or c.holder_id is not null))`;

/** The cards of an account that its price follows. */
export interface CardCount {
  kind: 'person' | 'team';
  cards: number;
}

/** Selects them; `toBilled` reads it. */
export const selectCardCount = (userId: AccountId): SQL =>
  sql`select kind, ${CARDS_COUNTED} as cards from users where users.id = ${userId}`;

/** With how many of them are billed. */
export const toBilled = ({ kind, cards }: CardCount = { kind: 'person', cards: 0 }) => ({
  kind,
  cards,
  quantity: billedQuantity(cards, kind),
});

export async function countCards(db: Db, userId: AccountId): Promise<CardCount & { quantity: number }> {
  const { rows } = await db.execute<CardCount & Record<string, unknown>>(selectCardCount(userId));
  return toBilled(rows[0]);
}

/** How much a team may do, by the number of invoices it has paid. */
export async function readAllowance(
  { db }: Pick<AppContext, 'db'>,
  teamId: AccountId,
): Promise<TeamAllowance> {
  const isPaid = and(
    whereCan(systemFor(teamId), 'see', 'invoice'),
    eq(invoices.status, 'paid'),
    gt(invoices.cents, 0),
  );
  const [none, once, more] = TEAM_ALLOWANCES;
  const paid = await db.$count(invoices, isPaid);
  if (paid === 0) return none;
  return paid === 1 ? once : more;
}

/** Cards of a team that somebody claimed and nobody holds. */
const isFreed = (teamId: AccountId): SQL | undefined =>
  and(
    whereCan(systemFor(teamId), 'list', 'card'),
    isNull(businessCards.holderId),
    eq(businessCards.isUnclaimed, false),
  );

/**
 * How many cards of a team may be claimed, and why no further one can be; null if one can. The first one always can be: the
 * subscription starts with it. Callers that give one out hold the team's lock.
 */
export async function readClaims(
  ctx: Pick<AppContext, 'db' | 'now'>,
  teamId: AccountId,
): Promise<{ cards: number; freed: number; claimedMax: number; bar: ClaimBar | null; paidUntil: Date }> {
  const { claimedMax } = await readAllowance(ctx, teamId);
  const { cards } = await countCards(ctx.db, teamId);
  const [account] = await ctx.db
    .select()
    .from(users)
    .where(whereCan(systemFor(teamId), 'see', 'account'));
  // Cards that lost their holder cost nothing, but are public: a team that doesn't pay yet makes no more of them.
  const freed = await ctx.db.$count(businessCards, isFreed(teamId));
  const claimed = cards + freed;
  const status = account && statusAt(account, ctx.now());
  const isUnpaid = claimed > 0 && status === 'expired';
  const isFull = (status === 'trial' || status === 'expired' ? claimed : cards) >= claimedMax;
  const ends = [account?.trialEndsAt, account?.subscriptionEndsAt];
  const paidUntil = new Date(Math.max(...ends.map((end) => end?.getTime() ?? 0)));
  return { cards, freed, claimedMax, bar: isUnpaid ? 'unpaid' : isFull ? 'full' : null, paidUntil };
}

/**
 * Why a card that somebody holds can't come back, since it would be billed again; null if it can. Back to whoever held it until
 * `goneAt`, it comes even if the team is not paid, unless a further card was claimed since, or since the team is not paid
 * (docs/decisions/364).
 */
export async function findHoldBar(
  ctx: Pick<AppContext, 'db' | 'now'>,
  teamId: AccountId,
  goneAt: Date | null,
): Promise<string | null> {
  const { cards, claimedMax, bar, paidUntil } = await readClaims(ctx, teamId);
  if (cards >= claimedMax)
    return `Somebody holds this card, and the team has its ${claimedMax.toLocaleString('en-US')} claimed cards. Its owner can see under Billing when there can be more.`;
  if (bar !== 'unpaid' || cards === 0) return null;
  if (goneAt !== null) {
    const isMore = and(
      whereCan(systemFor(teamId), 'see', 'invite'),
      gt(teamInvites.claimedAt, goneAt < paidUntil ? goneAt : paidUntil),
      // Whoever takes over from a holder adds none.
      sql`not exists (select from card_successions s where s.invite_id = ${teamInvites.id} and s.former_id is not null)`,
    );
    if ((await ctx.db.$count(teamInvites, isMore)) === 0) return null;
  }
  return 'Somebody holds this card, so the team would pay for it, and its subscription has ended. Its owner can subscribe under Billing.';
}

/** Throws 409 if such a card can't come back. */
export async function requireRoomToHold(
  ctx: Pick<AppContext, 'db' | 'now'>,
  teamId: AccountId,
  goneAt: Date | null = null,
): Promise<void> {
  const bar = await findHoldBar(ctx, teamId, goneAt);
  if (bar !== null) throw new AppError('conflict', bar);
}

/** SQL text: how many cards of a team somebody holds; `team` is an alias of `users`. */
export const claimedText = (team: string): string =>
  `(select count(*) from business_cards h where h.user_id = ${team}.id and h.holder_id is not null and ${keptText('h')})`;

/** SQL: the person has no card of their own and holds one of a team, which pays for it. */
export const holdsOnlyTeamCards = (userId: AccountId): SQL => sql`(
  exists (select from business_cards h where h.holder_id = ${userId} and ${isKept('h')})
  and not exists (select from business_cards o where ${whereCan(systemFor(userId), 'list', 'card', 'o')}))`;

/** The number of cards an account is billed for now. */
export const countBilledCards = async (db: Db, userId: AccountId): Promise<number> =>
  (await countCards(db, userId)).quantity;
