import { and, inArray, isNull } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { systemFor } from '#server/access/system.ts';
import { stampNew, whereCan } from '#server/access/where-can.ts';
import { withoutBrand } from '#server/cards/brand/judge-save.ts';
import { readBrand } from '#server/cards/brand/lay-over.ts';
import { type CardWriting, insertCard, writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import { newCardId, newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import type { TeamRow } from '#server/teams/create/lock-team.ts';
import { requireMailsADay, requireRoomToPrepare } from '#server/teams/invites/allowance.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { type PlannedMail, planMails } from '#server/teams/invites/invite-mails.ts';
import { inviteEnd, readInvites } from '#server/teams/invites/invite-rows.ts';
import { type AccountId, accountId, type PersonId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Invite, Invited } from '#shared/teams/claims.ts';
import type { Listed } from '#shared/teams/lists.ts';

/** Preparing cards of a team for people who have not joined it yet. */

/** Who prepares cards: for the team, in the name of a person who runs it. */
type Preparing = CardWriting &
  Parameters<typeof stampNew<'card'>>[0] & {
    by: PersonId;
    /** Where they are, for phone numbers without a country code. */
    country: string | null;
  };
type ToPrepare = Invited & Partial<Listed>;

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
    const open = await findOpenInvites(inside.db, teamId, emails);
    refuseLines(emails, (email) => open.has(email), 'This address already has an open invite.');
    await requireRoomToPrepare(inside, teamId, people.length);
    const mails = await planMails(ctx, inside.db, teamId, emails);
    await requireMailsADay(inside, teamId, mails.filter(({ mailId }) => mailId !== null).length);
    const acting = { ...inside, by: ctx.user.id, country: ctx.requester.readCountry() };
    const ids = await addInvites(acting, { team, people, mails });
    for (const { fullName: name } of people)
      await recordTeamEvent(ctx, inside.db, teamId, 'in_team_card_prepared', { name });
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
  const place = emails.length > 1 ? `Line ${first + 1}, ${emails[first]}: ` : '';
  const fields = Object.fromEntries(wrong.map((nth) => [`people.${nth}.email`, message]));
  throw new AppError('conflict', `${place}${message}`, { fields });
}

/** Whoever asked to be invited at one of these addresses has been. */
export const grantAsked = (db: Db, teamId: AccountId, people: readonly Pick<Invited, 'email'>[]) =>
  db
    .update(teamInvites)
    .set({ askedEmail: null })
    .where(
      and(
        whereCan(systemFor(teamId), 'edit', 'invite'),
        inArray(
          foldCase(teamInvites.askedEmail),
          people.map(({ email }) => foldCase(email)),
        ),
      ),
    );

/** Those of these addresses, in lower case, that have an open invite of the team. */
export async function findOpenInvites(db: Db, teamId: AccountId, emails: string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const isOne = inArray(foldCase(teamInvites.email), emails.map(foldCase));
  const rows = await db
    .select({ email: teamInvites.email })
    .from(teamInvites)
    .where(and(whereCan(systemFor(teamId), 'see', 'invite'), isNull(teamInvites.claimedAt), isOne));
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** Adds card, invite and mail of each; returns the ids of the invites. They count as prepared at `at`. */
export async function addInvites(
  ctx: Preparing,
  {
    team,
    people,
    mails,
    at = ctx.now(),
  }: { team: TeamRow; people: readonly ToPrepare[]; mails: readonly PlannedMail[]; at?: Date },
): Promise<string[]> {
  const ids: string[] = [];
  const brand = await readBrand(ctx, { id: accountId.parse(team.id), kind: 'team' });
  for (const [nth, { role, ...person }] of people.entries()) {
    const { email, fullName } = person;
    const cardId = await prepareCard(ctx, team, {
      ...person,
      company: withoutBrand('company', brand, person.company || null),
    });
    // The first line is the newest, at the top of the list.
    const createdAt = new Date(at.getTime() - nth);
    const invite = { teamId: team.id, cardId, email, fullName, role, createdAt, invitedBy: ctx.by };
    ids.push(await addInvite(ctx, invite, mails[nth] ?? null));
  }
  await grantAsked(ctx.db, accountId.parse(team.id), people);
  return ids;
}

type NewInvite = Pick<
  typeof teamInvites.$inferInsert,
  'teamId' | 'cardId' | 'email' | 'fullName' | 'role' | 'invitedBy' | 'sentAt'
> & { createdAt: Date };

/** Adds the invite to a card, and its mail if one is planned, which may have to wait; returns its id. */
export async function addInvite(
  ctx: Pick<CardWriting, 'db' | 'queue' | 'now'>,
  invite: NewInvite,
  mail: PlannedMail | null,
): Promise<string> {
  const id = newId();
  const expiresAt = inviteEnd(ctx.now());
  const { mailId, problem } = mail ?? { mailId: null, problem: null };
  const waitsSince = mail && mailId === null && problem === null ? invite.createdAt : null;
  await ctx.db.insert(teamInvites).values({ ...invite, id, problem, waitsSince, expiresAt });
  if (mailId) await sendInvite(ctx, { inviteId: id, mailId, expiresAt });
  return id;
}

/** Returns the id of a card that only the team sees until it is claimed. */
async function prepareCard(
  ctx: Preparing,
  team: TeamRow,
  { jobTitle, email, phone, ...known }: Omit<ToPrepare, 'role' | 'company'> & { company: string | null },
): Promise<string> {
  const now = ctx.now();
  const card = await insertCard(ctx, {
    id: newCardId(),
    ...stampNew(ctx, 'card'),
    name: team.name,
    ...known,
    jobTitle: jobTitle || null,
    primaryEmail: email,
    primaryPhone: phone || null,
    phoneRegion: ctx.country,
    isUnclaimed: true,
    createdAt: now,
    updatedAt: now,
  });
  if (!card) throw new Error('The new card was not returned.');
  return card.id;
}

/** To be called in the transaction that adds the invite or sends it again. */
export const sendInvite = (
  { queue, db }: Pick<CardWriting, 'queue' | 'db'>,
  { expiresAt, ...sent }: { inviteId: string; mailId: string; expiresAt: Date },
): Promise<void> => queue.send(db, 'team-invite', { ...sent, expiresAt: expiresAt.toISOString() });
