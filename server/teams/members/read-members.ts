import { and, asc, count, eq, inArray, type SQL } from 'drizzle-orm';
import { isSelf } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { mayAs } from '#server/access/rules.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isAfter, toMomentPosition, toPage } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { persons, teamMembers } from '#server/db/schema/users.ts';
import { accountOf, type PersonId, personId } from '#shared/accounts/ids.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { TeamMember } from '#shared/teams/teams.ts';

/** The people in a team, as the caller sees them: addresses are for those who run it. */

export async function listMembers(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<TeamMember>> {
  const limit = rowsWanted(query);
  const from = toMomentPosition(query.cursor);
  const isLater = isAfter([teamMembers.joinedAt, teamMembers.id], from ? [from.key, from.id] : undefined);
  const rows = await selectMembers(ctx, ctx.db, isLater).limit(limit + 1);
  const page = toPage(rows, limit, (row) => ({ key: row.joinedAt.toISOString(), id: row.id }));
  return { ...page, rows: await toMembers(ctx, ctx.db, page.rows) };
}

export type MemberRow = Awaited<ReturnType<typeof selectMembers>>[number];

const selectMembers = (ctx: UserContext, db: Db, which?: SQL) =>
  db
    .select({
      id: teamMembers.id,
      role: teamMembers.role,
      joinedAt: teamMembers.joinedAt,
      userId: persons.id,
      fullName: persons.fullName,
      email: persons.email,
    })
    .from(teamMembers)
    .innerJoin(persons, eq(persons.id, teamMembers.userId))
    .where(and(whereCan(ctx, 'see', 'teamMember'), which))
    .orderBy(asc(teamMembers.joinedAt), asc(teamMembers.id));

/** Throws 404 for somebody who is not in the team. */
export async function findMember(ctx: UserContext, db: Db, person: PersonId): Promise<MemberRow> {
  const [found] = await selectMembers(ctx, db, eq(persons.id, accountOf({ id: person }).id));
  if (!found) throw notFound('teamMember');
  return found;
}

/** Members as they are answered, with the number of the team's cards that each holds. */
export async function toMembers(ctx: UserContext, db: Db, rows: MemberRow[]): Promise<TeamMember[]> {
  const held = await countHeld(ctx, db, rows);
  return rows.map(({ userId, email, joinedAt, ...row }) => {
    const isYou = isSelf(ctx, userId);
    const seesAddress = isYou || mayAs(ctx, 'teamMember', 'edit');
    return {
      ...row,
      userId,
      isYou,
      email: (seesAddress && email) || '',
      joinedAt: joinedAt.toISOString(),
      cardCount: held.get(userId) ?? 0,
    };
  });
}

async function countHeld({ account }: UserContext, db: Db, rows: MemberRow[]): Promise<Map<string, number>> {
  const holders = rows.map(({ userId }) => personId.parse(userId));
  if (holders.length === 0) return new Map();
  const isTheirs = inArray(businessCards.holderId, holders);
  const counts = await db
    .select({ holderId: businessCards.holderId, cards: count() })
    .from(businessCards)
    .where(and(whereCan(systemFor(account.id), 'list', 'card'), isTheirs))
    .groupBy(businessCards.holderId);
  return new Map(counts.flatMap(({ holderId, cards }) => (holderId ? [[holderId, cards]] : [])));
}
