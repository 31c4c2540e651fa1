import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import { notFound } from '#server/access/refusals.ts';
import { isKept } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { isOlder, newestFirst, toMomentPosition, toPage } from '#server/db/keyset.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { cardSuccessions } from '#server/db/schema/successions.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { stateOfInvite } from '#server/teams/invites/invite-rows.ts';
import type { Page } from '#shared/contract/api.ts';
import { type PageQuery, rowsWanted } from '#shared/contract/pages.ts';
import type { Succession } from '#shared/teams/successions.ts';

/** Cards that went from one person to another, as those who run the team see them. */

export type SuccessionRow = typeof cardSuccessions.$inferSelect;

const selectSuccessions = (db: Db, which: SQL | undefined) =>
  db
    .select({
      row: cardSuccessions,
      invite: teamInvites,
      vacancy: businessCards.vacancy,
      holderId: businessCards.holderId,
    })
    .from(cardSuccessions)
    .innerJoin(businessCards, eq(businessCards.id, cardSuccessions.cardId))
    .leftJoin(teamInvites, eq(teamInvites.id, cardSuccessions.inviteId))
    .where(which)
    .orderBy(desc(cardSuccessions.createdAt), desc(cardSuccessions.id));

type Selected = Awaited<ReturnType<typeof selectSuccessions>>[number];

const toSuccession = ({ row, invite, vacancy, holderId }: Selected, now: Date): Succession => ({
  id: row.id,
  cardId: row.cardId,
  formerName: row.formerName,
  successor: invite && {
    inviteId: invite.id,
    fullName: invite.fullName,
    email: invite.email,
    state: stateOfInvite(invite, now),
    problem: invite.problem,
  },
  isNamed: vacancy === 'named',
  createdAt: row.createdAt.toISOString(),
  claimedAt: row.claimedAt?.toISOString() ?? null,
  people: row.people === null ? null : countPeople(row, row.people, holderId !== null),
});

/** Some may be gone since they were counted, and nobody else comes once the work has ended, or nobody has the card any more. */
const countPeople = (
  { movedAt, peopleMoved: moved }: SuccessionRow,
  total: number,
  isHeld: boolean,
): Succession['people'] => ({ total: movedAt === null && isHeld ? total : moved, moved });

export async function listSuccessions(
  ctx: UserContext,
  { query }: { query: PageQuery },
): Promise<Page<Succession>> {
  const limit = rowsWanted(query);
  const { createdAt, id } = cardSuccessions;
  const isNext = isOlder(createdAt, id, toMomentPosition(query.cursor));
  const which = and(whereCan(ctx, 'see', 'succession'), isKept(), isNext);
  const rows = await selectSuccessions(ctx.db, which).limit(limit + 1);
  const page = toPage(
    rows.map((found) => ({ ...found, id: found.row.id, createdAt: found.row.createdAt })),
    limit,
    newestFirst,
  );
  return { ...page, rows: page.rows.map((found) => toSuccession(found, ctx.now())) };
}

export async function readSuccession({ db, now }: Pick<UserContext, 'db' | 'now'>, id: string) {
  const [found] = await selectSuccessions(db, eq(cardSuccessions.id, id));
  if (!found) throw notFound('succession');
  return toSuccession(found, now());
}

/** The succession of a card that nobody has claimed; undefined if there is none. */
export async function findOpenSuccession(db: Db, cardId: string): Promise<SuccessionRow | undefined> {
  const isOpen = and(eq(cardSuccessions.cardId, cardId), isNull(cardSuccessions.claimedAt));
  const [open] = await db.select().from(cardSuccessions).where(isOpen);
  return open;
}
