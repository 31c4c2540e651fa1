import { and, desc, eq } from 'drizzle-orm';
import { isSelf, requireTo } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts, leadCaptures } from '#server/db/schema/people.ts';
import type { ByMember } from '#server/teams/members/change-member.ts';
import type { HeldCard } from '#shared/teams/leavers.ts';
import { INVITES_AT_ONCE } from '#shared/teams/limits.ts';

/** The cards that somebody would leave behind, for those who run the team and for themselves. */
export async function listHeld(ctx: UserContext, { params: { userId } }: ByMember): Promise<HeldCard[]> {
  if (!isSelf(ctx, userId)) requireTo(ctx, 'delete', 'teamMember');
  const { db, account } = ctx;
  const { id, name, fullName, holderId, createdAt } = businessCards;
  const cards = await db
    .select({ cardId: id, name, fullName })
    .from(businessCards)
    .where(and(whereCan(systemFor(account.id), 'list', 'card'), eq(holderId, userId)))
    .orderBy(desc(createdAt), desc(id))
    .limit(INVITES_AT_ONCE);
  return Promise.all(
    cards.map(async (card) => {
      const met = await db.$count(contacts, eq(contacts.cardId, card.cardId));
      return { ...card, people: met + (await db.$count(leadCaptures, eq(leadCaptures.cardId, card.cardId))) };
    }),
  );
}
