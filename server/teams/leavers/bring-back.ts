import { and, eq, sql } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { stillInvites } from '#server/access/still-invites.ts';
import { lockCard } from '#server/cards/cards/change-card.ts';
import { type CardWriting, returnCard, writeCardsAmong } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { teamLeavers } from '#server/db/schema/successions.ts';
import { persons, teamMembers, users } from '#server/db/schema/users.ts';
import { recordAccountEvent, recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { findHoldBar } from '#server/money/billing/quantity.ts';
import { returnPeople } from '#server/people/contacts/release-people.ts';
import { lockTeam } from '#server/teams/create/lock-team.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { findAsking, findLeaver, type LeaverRow, sortCards } from '#server/teams/leavers/leavers.ts';
import type { ByMember } from '#server/teams/members/change-member.ts';
import { resumeMoving } from '#server/teams/successions/move-people.ts';
import { findOpenSuccession } from '#server/teams/successions/succession-rows.ts';
import { bringBackCard } from '#server/teams/successions/undo-succession.ts';
import { accountId, accountOf, personId } from '#shared/accounts/ids.ts';
import { PRODUCT, RESTORE_DAYS } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import { DAY_MS } from '#shared/formats/time.ts';

interface Return {
  isBack: boolean;
  cardsLeft: number;
}

/**
 * Whoever was removed comes back at once, and whoever left by themselves once they accept: with their part, and the cards and
 * people that nobody else has by now.
 */
export async function returnMember(ctx: UserContext, { params }: ByMember): Promise<Return> {
  const { userId } = params;
  const accounts = sql`${ctx.account.id}, ${ctx.user.id}, ${userId}`;
  return writeCardsAmong(ctx, accounts, ctx.actor, async (inside) => {
    const { caller, team } = await lockTeam(inside, inside.db);
    requireTo(caller, 'edit', 'leaver');
    const leaver = await findLeaver(caller, inside.db, userId);
    if (leaver.isOwnChoice) {
      await ask(caller, leaver, team.name);
      return { isBack: false, cardsLeft: 0 };
    }
    return { isBack: true, cardsLeft: await comeBack(caller, leaver, team.name) };
  });
}

/** The requester accepts; throws 404 if nobody asks them any more. */
export async function acceptReturn(
  ctx: UserContext,
  { params: { id } }: { params: { id: string } },
): Promise<{ teamId: string }> {
  await findAsking(ctx, ctx.db, id);
  const teamId = accountId.parse(id);
  await writeCardsAmong(ctx, sql`${teamId}, ${ctx.user.id}`, ctx.actor, async (inside) => {
    const team = await findTeam(inside.db, teamId);
    const leaver = await findAsking(ctx, inside.db, id);
    if (!(await stillInvites(inside.db, teamId, personId.parse(team.ownerId)))) {
      throw new AppError('conflict', `${team.name} can’t take anyone in at the moment. Ask its owner.`);
    }
    const [account] = await inside.db.select().from(users).where(eq(users.id, teamId));
    if (!account) throw notFound('team');
    await comeBack({ ...inside, role: 'system', account }, leaver, team.name);
  });
  return { teamId };
}

/** Returns how many of their cards stay without a holder, because the team can have no more that somebody holds. */
async function comeBack(ctx: CardWriting<UserContext>, leaver: LeaverRow, teamName: string): Promise<number> {
  const { db: tx, account, now } = ctx;
  const { leaverId: userId, role } = leaver;
  const [person] = await tx
    .select({ id: persons.id, fullName: persons.fullName })
    .from(persons)
    .where(eq(persons.id, accountOf({ id: userId }).id))
    .for('key share');
  if (!person) throw notFound('leaver');
  const member = { id: newId(), teamId: account.id, userId: person.id, role, joinedAt: now() };
  await tx.insert(teamMembers).values(member).onConflictDoNothing();
  const { free } = await sortCards(tx, leaver);
  let left = 0;
  for (const { id } of free) {
    if ((await findHoldBar(ctx, account.id, leaver.leftAt)) !== null) {
      left += 1;
      continue;
    }
    if (await findOpenSuccession(tx, id)) await bringBackCard(ctx, id);
    const card = await lockCard(ctx, id);
    if (card.holderId !== null) continue;
    await returnCard(ctx, card, userId);
    await resumeMoving(ctx, id);
  }
  await returnPeople(ctx, tx, account.id, userId);
  const isThis = and(eq(teamLeavers.teamId, leaver.teamId), eq(teamLeavers.leaverId, userId));
  await tx.delete(teamLeavers).where(isThis);
  await recordAccountEvent({ ...ctx, requester: undefined }, tx, person.id, 'team_returned', {
    name: teamName,
  });
  const about = { name: person.fullName, subjectId: person.id };
  await recordTeamEvent(ctx, tx, account.id, 'in_team_back', about);
  return left;
}

const TEAMS_PAGE = { tab: 'settings', page: 'teams' };

/** At most one mail a day; the answer is theirs. */
async function ask(ctx: CardWriting<UserContext>, leaver: LeaverRow, teamName: string): Promise<void> {
  const { db: tx, now } = ctx;
  const { teamId, leaverId: userId, leftAt } = leaver;
  await tx
    .update(teamLeavers)
    .set({ askedAt: now() })
    .where(and(eq(teamLeavers.teamId, teamId), eq(teamLeavers.leaverId, userId)));
  const [person] = await tx
    .select({ email: persons.email, fullName: persons.fullName })
    .from(persons)
    .where(eq(persons.id, accountOf({ id: userId }).id));
  if (!person) throw notFound('leaver');
  const about = { name: person.fullName, subjectId: userId };
  await recordTeamEvent(ctx, tx, ctx.account.id, 'in_team_asked_back', about);
  const [by, name] = [
    plainName(ctx.user.fullName) || 'A team admin',
    plainName(teamName) || 'your former team',
  ];
  const until = new Date(leftAt.getTime() + RESTORE_DAYS * DAY_MS).toISOString().slice(0, 10);
  const letter = {
    subject: `${by} asks you to come back to ${name}`,
    paragraphs: [
      `${by} asks you to come back to the team ${name} on ${PRODUCT}, with the cards you held and the people you met. Nothing changes until you accept.`,
      `You can accept until ${until}, in your settings, under Teams.`,
    ],
    action: {
      label: 'See your teams',
      url: `${ctx.requester.origin}${pathTo(screens.dashboard, {}, TEAMS_PAGE)}`,
    },
  };
  const day = now().toISOString().slice(0, 10);
  await mailUser(ctx, tx, person, letter, `team-return ${teamId} ${userId} ${day}`);
}
