import { eq, sql } from 'drizzle-orm';
import { holds, isSelf, requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import { releaseCards, writeCardsAmong } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { teamMembers, teams } from '#server/db/schema/users.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { releasePeople } from '#server/people/contacts/release-people.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import type { ByMember } from '#server/teams/members/change-member.ts';
import { findMember } from '#server/teams/members/read-members.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * Removes somebody from a team; who removes themselves leaves it. The cards they held and whom they met through them stay
 * with the team, without a holder, until a team admin gives them to somebody else.
 */
export async function removeMember(ctx: UserContext, { params }: ByMember): Promise<{ userId: string }> {
  const { userId } = params;
  // The persons, too: one of them may be deleting their account.
  const accounts = sql`${ctx.account.id}, ${ctx.user.id}, ${userId}`;
  await writeCardsAmong(ctx, accounts, ctx.actor, async (inside) => {
    const { db: tx } = inside;
    const { team, caller } = await lockTeam(inside, tx);
    const leaves = isSelf(caller, userId);
    if (!leaves) requireTo(caller, 'delete', 'teamMember');
    const member = await findMember(caller, tx, userId);
    if (member.role === 'owner') throw isOwner(leaves);
    await releaseCards(inside, caller.account.id, userId);
    await releasePeople(caller, tx, userId);
    if (holds({ ...caller, user: { id: userId } }, { holderId: team.offeredTo })) {
      await tx
        .update(teams)
        .set({ offeredTo: null })
        .where(whereCan(caller, 'see', 'team'));
    }
    await tx.delete(teamMembers).where(eq(teamMembers.id, member.id));
    const requester = leaves ? ctx.requester : undefined;
    const kind = leaves ? 'team_left' : 'team_removed';
    await recordAccountEvent({ ...ctx, requester }, tx, accountOf({ id: userId }).id, kind, {
      name: team.name,
    });
  });
  return { userId };
}

const isOwner = (leaves: boolean) =>
  new AppError(
    'conflict',
    leaves
      ? 'You own this team. Hand it over to somebody first, or delete it.'
      : 'The owner can’t be removed. They can hand the team over to somebody else.',
  );
