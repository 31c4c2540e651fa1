import { eq, or, sql } from 'drizzle-orm';
import { isSelf, requireTo } from '#server/access/can.ts';
import { whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import type { UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { persons, teams } from '#server/db/schema/users.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { requireRoomForTeam } from '#server/teams/create/create-team.ts';
import { lockTeam, type TeamRow } from '#server/teams/create/lock-team.ts';
import { readTeam } from '#server/teams/create/read-teams.ts';
import { moveOwnership } from '#server/teams/handover/move-ownership.ts';
import { findMember } from '#server/teams/members/read-members.ts';
import { accountOf, type PersonId } from '#shared/accounts/ids.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import type { Team } from '#shared/teams/teams.ts';

/** A team changes its owner when the owner, who proves who they are, offers it and the other accepts. */

/** Offers the team to somebody in it; an offer to somebody else ends. */
export async function offerTeam(ctx: UserContext, { body }: { body: { userId: PersonId } }): Promise<Team> {
  requireTo(ctx, 'transfer', 'team');
  await requireIdentity(ctx);
  return ctx.db.transaction(async (tx) => {
    const { team, caller } = await lockTeam(ctx, tx, { persons: sql`${body.userId}` });
    requireTo(caller, 'transfer', 'team');
    const member = await findMember(caller, tx, body.userId);
    if (member.role === 'owner') throw new AppError('conflict', 'This team is yours already.');
    await requireActive(tx, body.userId);
    await tx
      .update(teams)
      .set({ offeredTo: body.userId })
      .where(whereCan(caller, 'transfer', 'team'));
    await mailOffer(ctx, tx, team, member);
    const about = { name: member.fullName, subjectId: member.userId };
    await recordTeamEvent(ctx, tx, team.id, 'in_team_offered', about);
    return readTeam(caller, tx);
  });
}

/** Withdraws the offer, or declines it. */
export const endOffer = (ctx: UserContext): Promise<Team> =>
  ctx.db.transaction(async (tx) => {
    const { team, caller } = await lockTeam(ctx, tx);
    if (!isSelf(caller, team.offeredTo)) requireTo(caller, 'transfer', 'team');
    if (team.offeredTo === null) throw noOffer();
    await recordTeamEvent(ctx, tx, team.id, 'in_team_offer_ended', { subjectId: team.offeredTo });
    await tx
      .update(teams)
      .set({ offeredTo: null })
      .where(whereCan(caller, 'see', 'team'));
    return readTeam(caller, tx);
  });

/** Makes the requester the owner, if the owner has offered them the team and neither is suspended. */
export async function acceptTeam(ctx: UserContext): Promise<Team> {
  if (ctx.user.emailConfirmedAt === null) {
    throw new AppError('conflict', 'Confirm your email address first, then accept the team.');
  }
  const team = await ctx.db.transaction(async (tx) => {
    const owner = sql`(select owner_id from teams where ${whereCan(ctx, 'see', 'team')})`;
    const { team: offered, caller } = await lockTeam(ctx, tx, { persons: owner });
    if (!isSelf(caller, offered.offeredTo)) throw noOffer();
    await requireActive(tx, caller.user.id, offered);
    await requireRoomForTeam(caller, tx);
    await moveOwnership(ctx, tx, offered, { to: caller.user.id, requester: ctx.requester });
    return readTeam(caller, tx);
  });
  ctx.events.note(ctx.requester, 'team_handed_over', { userId: ctx.user.id, targetId: team.id });
  return team;
}

const noOffer = () =>
  new AppError('conflict', 'Nobody has offered you this team, or the offer was withdrawn or has ended.');

/** Throws 409 if the person, or the owner of a team, is suspended: their roles rest. */
async function requireActive(tx: Db, person: PersonId, team?: TeamRow): Promise<void> {
  const isPerson = eq(persons.id, accountOf({ id: person }).id);
  const found = await tx
    .select({ suspendedAt: persons.suspendedAt })
    .from(persons)
    .where(team ? or(isPerson, eq(persons.id, team.ownerId)) : isPerson);
  if (found.every(({ suspendedAt }) => suspendedAt === null)) return;
  throw new AppError(
    'conflict',
    'One of the two accounts is suspended, so the team can’t be handed over now.',
  );
}

/** At most one mail a day to one person about one team. */
async function mailOffer(
  ctx: UserContext,
  tx: Db,
  team: TeamRow,
  member: { userId: string; email: string | null; fullName: string },
): Promise<void> {
  const [owner, name] = [plainName(ctx.user.fullName) || 'The owner', plainName(team.name) || 'a team'];
  const letter = {
    subject: `${owner} asks you to become the owner of ${name}`,
    paragraphs: [
      `${owner} asks you to become the owner of the team ${name} on ${PRODUCT}. Nothing changes until you accept.`,
      'The owner pays for the team, decides over its cards and contacts, and can delete it. If a payment card pays for it now, that card goes on being charged until you change it under Billing, Manage payment.',
    ],
    action: { label: 'See the team', url: ctx.requester.origin + pathTo(screens.team, { id: team.id }) },
  };
  const day = ctx.now().toISOString().slice(0, 10);
  await mailUser(ctx, tx, member, letter, `team-offer ${team.id} ${member.userId} ${day}`);
}
