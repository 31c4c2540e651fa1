import { eq } from 'drizzle-orm';
import { isSelf, requireTo } from '#server/access/can.ts';
import { endLeading } from '#server/accounts/aliases/names.ts';
import type { StoredCard } from '#server/cards/brand/lay-over.ts';
import { lockCard } from '#server/cards/cards/change-card.ts';
import {
  type CardWriting,
  type NextPerson,
  renameVacancy,
  vacateCard,
  writeCards,
} from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import { cardSuccessions } from '#server/db/schema/successions.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { persons } from '#server/db/schema/users.ts';
import { recordAccountEvent, recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { mailUser } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { aliasTag } from '#server/infra/page-changes.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';
import { requireMailsADay, requireRoomToPrepare } from '#server/teams/invites/allowance.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { planMails, REFUSED } from '#server/teams/invites/invite-mails.ts';
import { addInvite, grantAsked } from '#server/teams/invites/prepare.ts';
import { stopNaming } from '#server/teams/invites/stop-naming.ts';
import { findMember } from '#server/teams/members/read-members.ts';
import {
  findOpenSuccession,
  readSuccession,
  type SuccessionRow,
} from '#server/teams/successions/succession-rows.ts';
import { accountOf, type PersonId } from '#shared/accounts/ids.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { AppError } from '#shared/contract/errors.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { screens } from '#shared/contract/screens.ts';
import { formatUtcDay } from '#shared/formats/time.ts';
import type { Succession } from '#shared/teams/successions.ts';
import type { SuccessorChoice } from '#shared/teams/successor-choice.ts';

/** Handing a card of a team to somebody else: what is the former holder's goes at once, and their successor is invited. */

type Writing = CardWriting<UserContext>;

export interface ByTeamCard {
  params: { id: string; cardId: string };
}

/** Who comes next. */
interface Successor {
  isMember: boolean;
  email: string;
  fullName: string;
}

/** Takes the person off the card, unless it is vacant already, and invites whoever comes next instead of anybody named before. */
export async function handCard(
  ctx: UserContext,
  { params: { cardId }, body }: ByTeamCard & { body: SuccessorChoice },
): Promise<Succession> {
  return writeCards(ctx, async (inside) => readSuccession(inside, await handOne(inside, cardId, body)));
}

/**
 * To be called within `writeCards`; returns the id of the succession. Throws 403, 404 and 409. An invite counts while `by` runs
 * the team.
 */
export async function handOne(
  inside: Writing,
  cardId: string,
  choice: SuccessorChoice,
  by: PersonId = inside.user.id,
): Promise<string> {
  requireTo(inside, 'add', 'succession');
  const team = await findTeam(inside.db, inside.account.id);
  const card = await lockCard(inside, cardId);
  const successor = await findSuccessor(inside, card, choice);
  const next = successor && { fullName: successor.fullName, isNamed: choice.isNamed };
  const { id } = await vacate(inside, team, card, next);
  const inviteId = successor && (await inviteSuccessor(inside, team, cardId, { ...successor, by }));
  await inside.db.update(cardSuccessions).set({ inviteId }).where(eq(cardSuccessions.id, id));
  const about = { from: card.fullName, to: successor?.fullName ?? 'no one yet', subjectId: card.holderId };
  await recordTeamEvent(inside, inside.db, inside.account.id, 'in_team_card_handed', about);
  return id;
}

async function findSuccessor(
  ctx: Writing,
  card: StoredCard,
  { successor }: SuccessorChoice,
): Promise<Successor | null> {
  if (successor === null) return null;
  if (!('userId' in successor)) return { ...successor, isMember: false };
  const { fullName, email } = await findMember(ctx, ctx.db, successor.userId);
  if (isSelf({ user: { id: successor.userId } }, card.holderId)) {
    throw new AppError('conflict', `${fullName} holds this card already.`);
  }
  if (!email) throw new AppError('conflict', `${fullName} has no email address to claim a card with.`);
  return { isMember: true, fullName, email };
}

/** Returns the succession, which is a new one unless the card is vacant. */
async function vacate(
  ctx: Writing,
  team: TeamRow,
  card: StoredCard,
  next: NextPerson | null,
): Promise<Pick<SuccessionRow, 'id'>> {
  const open = await findOpenSuccession(ctx.db, card.id);
  if (open) {
    if (open.inviteId) await ctx.db.delete(teamInvites).where(eq(teamInvites.id, open.inviteId));
    await renameVacancy(ctx, card, next, team.name);
    return open;
  }
  if (card.isUnclaimed) {
    throw new AppError(
      'conflict',
      'Nobody has claimed this card yet. Revoke its invite, and prepare a card for somebody else.',
    );
  }
  const id = newId();
  const { alias, isAliasMain, holderId: formerId, fullName: formerName } = card;
  const names = await endLeading(ctx.db, card.id);
  for (const name of names) ctx.changedPages.add(aliasTag('card', name));
  await vacateCard(ctx, card, { next, cardName: team.name, successionId: id });
  const shared = { id, teamId: team.id, cardId: card.id, handedBy: ctx.user.id, createdAt: ctx.now() };
  await ctx.db.insert(cardSuccessions).values({ ...shared, formerId, formerName, alias, isAliasMain, names });
  if (formerId) {
    const event = { ...ctx, requester: undefined };
    await recordAccountEvent(event, ctx.db, accountOf({ id: formerId }).id, 'card_handed_over', {
      name: team.name,
    });
    if (!isSelf(ctx, formerId)) await mailFormer(ctx, team, formerId);
  }
  return { id };
}

/** Whoever held it hears of it, of several cards of a team once a day. */
async function mailFormer(ctx: Writing, team: TeamRow, formerId: PersonId): Promise<void> {
  const [former] = await ctx.db
    .select({ email: persons.email, fullName: persons.fullName })
    .from(persons)
    .where(eq(persons.id, accountOf({ id: formerId }).id));
  if (!former) return;
  const name = plainName(team.name) || 'your team';
  const letter = {
    subject: `You no longer hold a card of ${name}`,
    paragraphs: [
      `A ${PRODUCT} business card that you held in the team ${name} now waits for its next holder, with its address, its code, and the people it has met. Your details are no longer on it.`,
      'Your own cards and contacts stay as they are. If this is a surprise, ask the team.',
    ],
  };
  const day = formatUtcDay(ctx.now());
  await mailUser(ctx, ctx.db, former, letter, `card-handed ${team.id} ${formerId} ${day}`);
}

/** A member is told at the address of their account; a mail to anybody else is counted, as that of any invite. */
async function inviteSuccessor(
  ctx: Writing,
  team: TeamRow,
  cardId: string,
  { isMember, email, fullName, by: invitedBy }: Successor & { by: PersonId },
): Promise<string> {
  const teamId = ctx.account.id;
  await requireRoomToPrepare(ctx, teamId, 1);
  const [mail = null] = isMember ? [] : await planMails(ctx, ctx.db, teamId, [email]);
  if (mail?.mailId) await requireMailsADay(ctx, teamId, 1);
  const createdAt = ctx.now();
  const invite = {
    ...{ teamId: team.id, cardId, email, fullName, createdAt, sentAt: isMember ? createdAt : null },
    role: 'member' as const,
    invitedBy,
  };
  const inviteId = await addInvite(ctx, invite, mail);
  await grantAsked(ctx.db, teamId, [{ email }]);
  if (mail?.problem === REFUSED) await stopNaming(ctx, teamId, [cardId]);
  if (isMember) await mailMember(ctx, team, { email, fullName }, cardId);
  return inviteId;
}

async function mailMember(
  ctx: Writing,
  team: TeamRow,
  member: Pick<Successor, 'email' | 'fullName'>,
  cardId: string,
): Promise<void> {
  const [by, name] = [plainName(ctx.user.fullName) || 'A team admin', plainName(team.name) || 'your team'];
  const letter = {
    subject: `A card of ${name} is waiting for you`,
    paragraphs: [
      `${by} wants to hand you a ${PRODUCT} business card of ${name}, with its address, its code, and everyone it has met.`,
      'Claim it and add your details. Until then, its page shows no one’s.',
    ],
    action: { label: 'See the card', url: ctx.requester.origin + pathTo(screens.team, { id: team.id }) },
  };
  // However often somebody changes their mind, once a day.
  const day = formatUtcDay(ctx.now());
  await mailUser(ctx, ctx.db, member, letter, `card-waiting ${cardId} ${member.email} ${day}`);
}
