import { and, desc, eq, sql } from 'drizzle-orm';
import { isSelf, requireTo } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import type { ByMember } from '#server/teams/members/change-member.ts';
import type { HeldCard } from '#shared/teams/leavers.ts';
import { INVITES_AT_ONCE } from '#shared/teams/limits.ts';

/** Of a card in `business_cards`: how many people it has met. */
const MET = sql<number>`((select count(*) from contacts c where c.card_id = business_cards.id)
  + (select count(*) from lead_captures l where l.card_id = business_cards.id))::int`;

/** The cards that somebody would leave behind, for those who run the team and for themselves. */
export async function listHeld(ctx: UserContext, { params: { userId } }: ByMember): Promise<HeldCard[]> {
  if (!isSelf(ctx, userId)) requireTo(ctx, 'delete', 'teamMember');
  const { db, account } = ctx;
  const { id, name, fullName, holderId, createdAt } = businessCards;
  return db
    .select({ cardId: id, name, fullName, people: MET })
    .from(businessCards)
    .where(and(whereCan(systemFor(account.id), 'list', 'card'), eq(holderId, userId)))
    .orderBy(desc(createdAt), desc(id))
    .limit(INVITES_AT_ONCE);
}
