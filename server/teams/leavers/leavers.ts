import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { memberOf } from '#server/access/find-account.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { oldestRestorable } from '#server/cards/cards/cards.ts';
import type { CardWriting } from '#server/cards/cards/write-cards.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import { deleteInSteps } from '#server/db/delete-in-steps.ts';
import { isOlder, toMomentPosition, toPage } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { cardSuccessions, teamLeavers } from '#server/db/schema/successions.ts';
import { persons, teams } from '#server/db/schema/users.ts';
import { accountId, accountOf, type PersonId } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { AskingTeam, Leaver } from '#shared/teams/leavers.ts';
import type { TeamRole } from '#shared/teams/roles.ts';

/** Who left a team or was removed from it, and what they come back to. */

export type LeaverRow = typeof teamLeavers.$inferSelect;
type CardRow = typeof businessCards.$inferSelect;

/** To be called in the transaction in which somebody leaves. */
export async function noteLeaver(
  { db, now, account }: CardWriting<UserContext>,
  { role, ...left }: Pick<LeaverRow, 'leaverId' | 'isOwnChoice' | 'cardIds'> & { role: TeamRole },
): Promise<void> {
  if (role === 'owner') throw new Error('The owner does not leave.');
  const values = { ...left, role, teamId: account.id, leftAt: now(), askedAt: null };
  await db
    .insert(teamLeavers)
    .values(values)
    .onConflictDoUpdate({ target: [teamLeavers.teamId, teamLeavers.leaverId], set: values });
}

/** Of these 30 days, and not in the team again. */
const isAway = (ctx: Pick<AppContext, 'now'>): SQL | undefined =>
  and(
    gte(teamLeavers.leftAt, oldestRestorable(ctx)),
    isNull(memberOf(teamLeavers.teamId, teamLeavers.leaverId)),
  );

/** Those who left the team for which the call is made; throws 404. */
export async function findLeaver(ctx: UserContext, tx: Db, userId: PersonId): Promise<LeaverRow> {
  const isThis = and(whereCan(ctx, 'edit', 'leaver'), eq(teamLeavers.leaverId, userId), isAway(ctx));
  const [found] = await tx.select().from(teamLeavers).where(isThis).for('no key update');
  if (!found) throw notFound('leaver');
  return found;
}

/** That a team asks the requester to come back; throws 404. */
export async function findAsking(ctx: UserContext, tx: Db, teamId: string): Promise<LeaverRow> {
  const isThis = and(eq(teamLeavers.teamId, teamId), isAskedOf(ctx));
  const [found] = await tx.select().from(teamLeavers).where(isThis);
  if (!found) throw notFound('leaver');
  return found;
}

const isAskedOf = (ctx: UserContext): SQL | undefined =>
  and(eq(teamLeavers.leaverId, sql`${accountOf(ctx.user).id}`), isNotNull(teamLeavers.askedAt), isAway(ctx));

export async function listAsking(ctx: UserContext): Promise<AskingTeam[]> {
  const rows = await ctx.db
    .select({ leaver: teamLeavers, team: teams })
    .from(teamLeavers)
    .innerJoin(teams, eq(teams.id, teamLeavers.teamId))
    .where(isAskedOf(ctx))
    .orderBy(desc(teamLeavers.askedAt));
  const asking: AskingTeam[] = [];
  for (const { leaver, team } of rows.filter((row) => !row.team.deletedAt)) {
    const { free } = await sortCards(ctx.db, leaver);
    const askedAt = (leaver.askedAt ?? leaver.leftAt).toISOString();
    asking.push({ id: team.id, name: team.name, askedAt, cardCount: free.length });
  }
  return asking;
}

/**
 * The cards that somebody held when they left: those that come back with them, which nobody has claimed since, and those that
 * somebody else holds.
 */
export async function sortCards(
  db: Db,
  { teamId, cardIds, leftAt }: LeaverRow,
): Promise<{ free: CardRow[]; taken: { cardId: string; holderName: string }[] }> {
  if (cardIds.length === 0) return { free: [], taken: [] };
  const claimed = db
    .select({ id: cardSuccessions.cardId })
    .from(cardSuccessions)
    .where(and(inArray(cardSuccessions.cardId, cardIds), gte(cardSuccessions.claimedAt, leftAt)));
  const rows = await db
    .select({
      card: businessCards,
      holderName: persons.fullName,
      isClaimed: sql<boolean>`${businessCards.id} in ${claimed}`,
    })
    .from(businessCards)
    .leftJoin(persons, eq(persons.id, businessCards.holderId))
    .where(
      and(whereCan(systemFor(accountId.parse(teamId)), 'edit', 'card'), inArray(businessCards.id, cardIds)),
    );
  const isFree = ({ card, isClaimed }: (typeof rows)[number]) => card.holderId === null && !isClaimed;
  return {
    free: rows.filter(isFree).map(({ card }) => card),
    taken: rows
      .filter((row) => !isFree(row))
      .map(({ card, holderName }) => ({ cardId: card.id, holderName: holderName ?? card.fullName })),
  };
}

/** The address that the team invited: whatever they gave us since they left is none of its business. */
const INVITED_EMAIL = sql<string | null>`(select i.email from team_invites i
  where i.team_id = ${teamLeavers.teamId} and i.claimed_by = ${teamLeavers.leaverId} order by i.claimed_at desc limit 1)`;

export async function listLeavers(ctx: UserContext, { query }: { query: PageQuery }): Promise<Page<Leaver>> {
  const limit = rowsWanted(query);
  const { leftAt, leaverId } = teamLeavers;
  const isNext = isOlder(leftAt, leaverId, toMomentPosition(query.cursor));
  const rows = await ctx.db
    .select({ leaver: teamLeavers, fullName: persons.fullName, email: INVITED_EMAIL })
    .from(teamLeavers)
    .innerJoin(persons, eq(persons.id, teamLeavers.leaverId))
    .where(and(whereCan(ctx, 'see', 'leaver'), isAway(ctx), isNext))
    .orderBy(desc(leftAt), desc(leaverId))
    .limit(limit + 1);
  const page = toPage(rows, limit, ({ leaver }) => ({
    key: leaver.leftAt.toISOString(),
    id: leaver.leaverId,
  }));
  const shown: Leaver[] = [];
  for (const { leaver, fullName, email } of page.rows) {
    const { free, taken } = await sortCards(ctx.db, leaver);
    shown.push({
      userId: leaver.leaverId,
      fullName,
      email: email ?? '',
      role: leaver.role,
      isOwnChoice: leaver.isOwnChoice,
      leftAt: leaver.leftAt.toISOString(),
      askedAt: leaver.askedAt?.toISOString() ?? null,
      cardCount: free.length,
      taken,
    });
  }
  return { ...page, rows: shown };
}

/** Forgets who left long ago, and which cards they had before somebody else claimed them. */
export async function purgeLeavers(app: AppContext, stopping?: AbortSignal): Promise<void> {
  const before = oldestRestorable(app);
  await deleteInSteps(app.db, teamLeavers.leftAt, lt(teamLeavers.leftAt, before), { stopping });
  await deleteInSteps(app.db, cardSuccessions.id, lt(cardSuccessions.claimedAt, before), { stopping });
}
