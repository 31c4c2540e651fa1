import { and, eq, isNull, sql } from 'drizzle-orm';
import { holds, isSelf, requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { lockCard } from '#server/cards/cards/change-card.ts';
import { type CardWriting, releaseCards, writeCardsAmong } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { persons, teamMembers, teams } from '#server/db/schema/users.ts';
import { recordAccountEvent, recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { releasePeople } from '#server/people/contacts/release-people.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import { stopNaming } from '#server/teams/invites/stop-naming.ts';
import { noteLeaver } from '#server/teams/leavers/leavers.ts';
import type { ByMember } from '#server/teams/members/change-member.ts';
import { findMember } from '#server/teams/members/read-members.ts';
import { handOne } from '#server/teams/successions/hand-card.ts';
import { accountOf, type PersonId, personId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Removal } from '#shared/teams/teams.ts';

/**
 * Removes somebody from a team; who removes themselves leaves it. The cards they held and whom they met through them stay
 * with the team, without a holder, until a team admin gives them to somebody else, as may be done in the same moment. For 30
 * days, they can come back to all of it.
 */
export async function removeMember(
  ctx: UserContext,
  { params, body: { cards } }: ByMember & { body: Removal },
): Promise<{ userId: string }> {
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
    // Invites of somebody who leaves count no more: those to their own cards are the owner's.
    const by = leaves ? personId.parse(team.ownerId) : inside.user.id;
    const handed = await handHeld(inside, userId, cards, by);
    const cardIds = [...handed, ...(await releaseCards(inside, caller.account.id, userId))];
    await releasePeople(caller, tx, userId);
    if (!leaves) await endInvites(inside, userId);
    await noteLeaver(inside, { leaverId: userId, role: member.role, isOwnChoice: leaves, cardIds });
    if (holds({ ...caller, user: { id: userId } }, { holderId: team.offeredTo })) {
      await tx
        .update(teams)
        .set({ offeredTo: null })
        .where(whereCan(caller, 'see', 'team'));
    }
    await tx.delete(teamMembers).where(eq(teamMembers.id, member.id));
    const about = { name: member.fullName, subjectId: userId };
    await recordTeamEvent(ctx, tx, team.id, leaves ? 'in_team_left' : 'in_team_removed', about);
    const requester = leaves ? ctx.requester : undefined;
    const kind = leaves ? 'team_left' : 'team_removed';
    await recordAccountEvent({ ...ctx, requester }, tx, accountOf({ id: userId }).id, kind, {
      name: team.name,
    });
  });
  return { userId };
}

/** Whoever was removed comes back only if somebody asks them anew: open invites to their address count no more. */
async function endInvites(ctx: CardWriting<UserContext>, userId: PersonId): Promise<void> {
  const { db, now, account } = ctx;
  const isTheirs = sql`${foldCase(teamInvites.email)} = (
    select ${foldCase(persons.email)} from ${persons} where ${persons.id} = ${accountOf({ id: userId }).id})`;
  const ended = await db
    .update(teamInvites)
    .set({ expiresAt: now(), waitsSince: null })
    .where(and(whereCan(systemFor(account.id), 'edit', 'invite'), isNull(teamInvites.claimedAt), isTheirs))
    .returning();
  await stopNaming(
    ctx,
    account.id,
    ended.map(({ cardId }) => cardId),
  );
}

/** Hands on some of the cards that somebody holds; returns their ids. Throws 404 for a card that is not theirs. */
async function handHeld(
  ctx: CardWriting<UserContext>,
  holder: PersonId,
  cards: Removal['cards'],
  by: PersonId,
): Promise<string[]> {
  for (const { cardId, ...choice } of cards) {
    const { holderId } = await lockCard(ctx, cardId);
    if (!isSelf({ user: { id: holder } }, holderId)) throw notFound('card');
    await handOne(ctx, cardId, choice, by);
  }
  return cards.map(({ cardId }) => cardId);
}

const isOwner = (leaves: boolean) =>
  new AppError(
    'conflict',
    leaves
      ? 'You own this team. Hand it over to somebody first, or delete it.'
      : 'The owner can’t be removed. They can hand the team over to somebody else.',
  );
