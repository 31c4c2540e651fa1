import { and, inArray, isNull } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { type CardWriting, insertCard, writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { newCardId, newId } from '#server/db/new-id.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';
import { requireMailsADay, requireRoomToPrepare } from '#server/teams/invites/allowance.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { type PlannedMail, planMails } from '#server/teams/invites/invite-mails.ts';
import { inviteEnd, readInvites } from '#server/teams/invites/invite-rows.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Invite, Invited } from '#shared/teams/claims.ts';

/** Preparing cards of a team for people who have not joined it yet. */

type Writing = CardWriting<UserContext>;

/** All of them, or nobody if one line can't be. */
export async function prepareCards(
  ctx: UserContext,
  { body: { people } }: { body: { people: Invited[] } },
): Promise<Invite[]> {
  requireTo(ctx, 'add', 'invite');
  const teamId = ctx.account.id;
  const emails = people.map(({ email }) => email.toLowerCase());
  const isRepeated = (email: string, nth: number) => emails.indexOf(email) < nth;
  refuseLines(emails, isRepeated, 'This address is in the list twice.');
  return writeCards(ctx, async (inside) => {
    const team = await findTeam(inside.db, teamId);
    const open = await findOpen(inside, emails);
    refuseLines(emails, (email) => open.has(email), 'This address already has an open invite.');
    await requireRoomToPrepare(inside, teamId, people.length);
    const mails = await planMails(ctx, inside.db, teamId, emails);
    await requireMailsADay(inside, teamId, mails.filter(({ mailId }) => mailId !== null).length);
    const ids = await addInvites(inside, team, people, mails);
    return readInvites(inside, inArray(teamInvites.id, ids));
  });
}

/** Throws 409 with the lines that `isWrong`. */
function refuseLines(
  emails: readonly string[],
  isWrong: (email: string, nth: number) => boolean,
  message: string,
): void {
  const wrong = emails.flatMap((email, nth) => (isWrong(email, nth) ? [nth] : []));
  const [first] = wrong;
  if (first === undefined) return;
  const fields = Object.fromEntries(wrong.map((nth) => [`people.${nth}.email`, message]));
  throw new AppError('conflict', `Line ${first + 1}, ${emails[first]}: ${message}`, { fields });
}

/** The addresses, in lower case, that have an open invite of the team. */
async function findOpen(ctx: Writing, emails: string[]): Promise<Set<string>> {
  const isOne = inArray(foldCase(teamInvites.email), emails.map(foldCase));
  const rows = await ctx.db
    .select({ email: teamInvites.email })
    .from(teamInvites)
    .where(and(whereCan(ctx, 'see', 'invite'), isNull(teamInvites.claimedAt), isOne));
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** Adds card, invite and mail of each; returns the ids of the invites. */
async function addInvites(
  ctx: Writing,
  team: TeamRow,
  people: readonly Invited[],
  mails: readonly PlannedMail[],
): Promise<string[]> {
  const now = ctx.now();
  const expiresAt = inviteEnd(now);
  const ids: string[] = [];
  for (const [nth, { role, ...person }] of people.entries()) {
    const id = newId();
    const { email, fullName } = person;
    const { mailId, problem } = mails[nth] ?? { mailId: null, problem: null };
    const cardId = await prepareCard(ctx, team, person);
    // The first line is the newest, at the top of the list.
    const createdAt = new Date(now.getTime() - nth);
    const invitedBy = ctx.user.id;
    await ctx.db.insert(teamInvites).values({
      id,
      teamId: team.id,
      cardId,
      email,
      fullName,
      role,
      invitedBy,
      problem,
      createdAt,
      expiresAt,
    });
    if (mailId) await sendInvite(ctx, { inviteId: id, mailId, expiresAt });
    ids.push(id);
  }
  return ids;
}

/** Returns the id of a card that only the team sees until it is claimed. */
async function prepareCard(
  ctx: Writing,
  team: TeamRow,
  { fullName, jobTitle, email, phone }: Omit<Invited, 'role'>,
): Promise<string> {
  const now = ctx.now();
  const card = await insertCard(ctx, {
    id: newCardId(),
    ...stampNew(ctx, 'card'),
    name: team.name,
    fullName,
    jobTitle: jobTitle || null,
    primaryEmail: email,
    primaryPhone: phone || null,
    phoneRegion: ctx.requester.country,
    isUnclaimed: true,
    createdAt: now,
    updatedAt: now,
  });
  if (!card) throw new Error('The new card was not returned.');
  return card.id;
}

/** To be called in the transaction that adds the invite or sends it again. */
export const sendInvite = (
  { queue, db }: Pick<Writing, 'queue' | 'db'>,
  { expiresAt, ...sent }: { inviteId: string; mailId: string; expiresAt: Date },
): Promise<void> => queue.send(db, 'team-invite', { ...sent, expiresAt: expiresAt.toISOString() });
