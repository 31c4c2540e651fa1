import { and, eq, type SQL, sql } from 'drizzle-orm';
import { isSelf } from '#server/access/can.ts';
import { memberOf } from '#server/access/find-account.ts';
import { notFound, signedOut } from '#server/access/refusals.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import {
  type CardWriting,
  changeFields,
  claimCard,
  readChanges,
  writeCardsAfter,
} from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { newId } from '#server/db/new-id.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { persons, teamMembers } from '#server/db/schema/users.ts';
import { recordAccountEvent, recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { releaseSome } from '#server/people/contacts/release-people.ts';
import {
  type ByToken,
  type FoundInvite,
  findByToken,
  findClaimProblem,
  findWaiting,
  stateOfClaim,
} from '#server/teams/claims/offer.ts';
import { beginMoving } from '#server/teams/successions/move-people.ts';
import { findOpenSuccession } from '#server/teams/successions/succession-rows.ts';
import { accountId, accountOf } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ClaimBody } from '#shared/teams/claims.ts';

interface ClaimedCard {
  teamId: string;
  cardId: string;
}

/**
 * The card and a part in the team are whose address was invited. Sent again by the same person, it is done already; claims of a
 * team wait for each other and for what changes its cards (docs/decisions/357).
 */
export const acceptInvite = (ctx: UserContext, input: ByToken & { body: ClaimBody }): Promise<ClaimedCard> =>
  acceptFound(ctx, (reader) => findByToken(reader, input), input.body);

/** Likewise without the link, for a card that waits for a member of the team. */
export const claimWaiting = (
  ctx: UserContext,
  { params, body }: { params: { inviteId: string }; body: ClaimBody },
): Promise<ClaimedCard> => acceptFound(ctx, (reader) => findWaiting(ctx, reader, params.inviteId), body);

/** Whatever account the call is made for. */
const isClaimer = ({ user }: UserContext) =>
  whereCan(systemFor(accountOf(user).id), 'see', 'account', 'persons');

async function acceptFound(
  ctx: UserContext,
  find: (reader: Pick<UserContext, 'db'>) => Promise<FoundInvite>,
  body: ClaimBody,
): Promise<ClaimedCard> {
  const { team, card } = await find(ctx);
  // Before the team changes: the claim and the deletion of this person's account must not wait for each other.
  const lockPerson = (tx: Db) =>
    tx.select({ id: persons.id }).from(persons).where(isClaimer(ctx)).for('key share');
  await writeCardsAfter(ctx, { userId: team.id, actor: ctx.actor }, lockPerson, async (inside) => {
    const found = await find(inside);
    if (!isSelf(ctx, found.invite.claimedBy)) await claim(inside, found, body);
  });
  return { teamId: team.id, cardId: card.id };
}

async function claim(ctx: CardWriting<UserContext>, found: FoundInvite, body: ClaimBody): Promise<void> {
  const { db: tx, now } = ctx;
  const { invite, team, card } = found;
  const teamId = accountId.parse(team.id);
  const [person] = await tx.select().from(persons).where(isClaimer(ctx));
  if (!person) throw signedOut();
  const problem = findClaimProblem(found, await stateOfClaim(ctx, found), person);
  if (problem !== null) throw new AppError('conflict', problem);
  await requireNothingLeft(ctx, team);
  await joinTeam(ctx, invite);
  const isThis = and(eq(businessCards.id, card.id), whereCan(systemFor(teamId), 'edit', 'card'));
  if (card.vacancy !== null) await fillVacancy(ctx, isThis, body);
  await claimCard(ctx, isThis, ctx.user.id);
  await tx
    .update(teamInvites)
    .set({ claimedAt: now(), claimedBy: ctx.user.id, problem: null, waitsSince: null, askedEmail: null })
    .where(eq(teamInvites.id, invite.id));
  const succession = await findOpenSuccession(tx, card.id);
  if (succession) await beginMoving(ctx, succession, ctx.user.id);
  await recordAccountEvent(ctx, tx, accountOf(ctx.user).id, 'card_claimed', { name: team.name });
  const about = { name: invite.fullName, subjectId: ctx.user.id };
  await recordTeamEvent(ctx, tx, teamId, 'in_team_card_claimed', about);
}

/** A card that was somebody else's says who has it now before it is public again. Throws 422 without that. */
async function fillVacancy(ctx: CardWriting<UserContext>, isThis: SQL | undefined, { details }: ClaimBody) {
  if (!details) {
    const message = 'Enter the name that your card shall show.';
    throw new AppError('invalid', message, { fields: { 'details.fullName': message } });
  }
  const [kept] = await ctx.db.select().from(businessCards).where(isThis).for('no key update');
  if (!kept) throw notFound('card');
  const { fullName, jobTitle, primaryEmail, primaryPhone } = details;
  const fields = {
    fullName,
    jobTitle: jobTitle || null,
    primaryEmail: primaryEmail || null,
    primaryPhone: primaryPhone || null,
  };
  await changeFields(ctx, kept, readChanges(kept, fields), ctx.requester.readCountry());
}

/**
 * Whom somebody held when they left goes to the team alone before they come back, so that they have only what is given to them. Throws
 * 409 as long as that takes.
 */
async function requireNothingLeft({ db, user }: CardWriting<UserContext>, { id, name }: FoundInvite['team']) {
  const teamId = accountId.parse(id);
  const { rows } = await db.execute(sql`select where ${memberOf(sql`${teamId}`, sql`${user.id}`)} is null`);
  if (rows.length > 0 && (await releaseSome(db, teamId, user.id))) {
    throw new AppError(
      'conflict',
      `You left ${name} a moment ago, and it isn’t done taking over the people you met. Try again in a few minutes.`,
    );
  }
}

/** Whoever is in the team keeps the higher of the two roles. */
async function joinTeam(
  { db, now, user }: CardWriting<UserContext>,
  { teamId, role }: FoundInvite['invite'],
): Promise<void> {
  await db
    .insert(teamMembers)
    .values({ id: newId(), teamId, userId: accountOf(user).id, role, joinedAt: now() })
    .onConflictDoUpdate({
      target: [teamMembers.teamId, teamMembers.userId],
      set: { role },
      setWhere: sql`${teamMembers.role} = 'member'`,
    });
}
