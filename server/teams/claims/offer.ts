import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { holds } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import { stillInvites } from '#server/access/still-invites.ts';
import { systemFor } from '#server/access/system.ts';
import { isKept } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { hashInvite } from '#server/accounts/auth/address/invited.ts';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import type { AppContext, UserContext, VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { type PersonRow, persons, teams, users } from '#server/db/schema/users.ts';
import { readClaims } from '#server/money/billing/quantity.ts';
import { type InviteRow, isInviteOver } from '#server/teams/invites/invite-rows.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ClaimOffer, WaitingCard } from '#shared/teams/claims.ts';

/** An invite as whoever has its link sees it. */

export interface ByToken {
  params: { id: string; token: string };
}

export interface FoundInvite {
  invite: InviteRow;
  team: Pick<typeof teams.$inferSelect, 'id' | 'name'>;
  card: Pick<typeof businessCards.$inferSelect, 'id' | 'deletedAt' | 'vacancy' | 'holderId'>;
  inviter: string | null;
  /** Of the team. */
  suspendedAt: Date | null;
}

export const unknownInvite = (): AppError =>
  new AppError(
    'not_found',
    'This invite was revoked, or a newer one replaced it. Look for a newer email, or ask whoever invited you.',
  );

/** The invite of a link; throws 404. */
export async function findByToken(
  { db }: Pick<AppContext, 'db'>,
  { params: { id, token } }: ByToken,
): Promise<FoundInvite> {
  const isThis = and(eq(teamInvites.tokenHash, hashInvite(token)), eq(teamInvites.teamId, id));
  const [found] = await selectInvited(db).where(isThis);
  if (!found) throw unknownInvite();
  return found;
}

const selectInvited = (db: Db) =>
  db
    .select({
      ...{ invite: teamInvites, team: teams, card: businessCards },
      inviter: persons.fullName,
      suspendedAt: users.suspendedAt,
    })
    .from(teamInvites)
    .innerJoin(teams, eq(teams.id, teamInvites.teamId))
    .innerJoin(users, eq(users.id, teams.id))
    .innerJoin(businessCards, eq(businessCards.id, teamInvites.cardId))
    .leftJoin(persons, eq(persons.id, teamInvites.invitedBy));

/** Invites to the requester's address, of the team for which the call is made. */
const isToCaller = ({ account, user }: UserContext) =>
  and(
    whereCan(systemFor(account.id), 'see', 'invite'),
    eq(foldCase(teamInvites.email), foldCase(user.email ?? '')),
  );

/** One of these, claimed or not; throws 404. */
export async function findWaiting(
  ctx: UserContext,
  { db }: Pick<AppContext, 'db'>,
  inviteId: string,
): Promise<FoundInvite> {
  const [found] = await selectInvited(db).where(and(eq(teamInvites.id, inviteId), isToCaller(ctx)));
  if (!found) throw notFound('invite');
  return found;
}

const WAITING_MAX = 50;

/** The vacant cards that wait for the requester, who is in the team. */
export async function listWaitingCards(ctx: UserContext): Promise<WaitingCard[]> {
  const isOpen = and(
    isToCaller(ctx),
    isNull(teamInvites.claimedAt),
    isNotNull(businessCards.vacancy),
    isKept(),
  );
  const rows = await selectInvited(ctx.db)
    .where(isOpen)
    .orderBy(desc(teamInvites.createdAt), desc(teamInvites.id))
    .limit(WAITING_MAX);
  const list: WaitingCard[] = [];
  let claims: ReturnType<typeof readClaims> | undefined;
  const readOnce = () => (claims ??= readClaims(ctx, ctx.account.id));
  for (const found of rows) {
    const { id: inviteId, cardId, fullName, email } = found.invite;
    const problem = findClaimProblem(found, await stateOfClaim(ctx, found, readOnce), ctx.user);
    list.push({ inviteId, cardId, fullName, email, invitedBy: found.inviter ?? 'A former member', problem });
  }
  return list;
}

/** Why nobody can claim the card now; 'open' if somebody can. */
export async function stateOfClaim(
  ctx: Pick<AppContext, 'db' | 'now'>,
  { invite, card, suspendedAt }: FoundInvite,
  read = () => readClaims(ctx, accountId.parse(invite.teamId)),
): Promise<ClaimOffer['state']> {
  if (invite.claimedAt) return 'claimed';
  if (card.deletedAt) return 'revoked';
  // Once a suspended team is back, its invites work again.
  if (!(await stillInvites(ctx.db, invite.teamId, invite.invitedBy, { whileSuspended: true })))
    return 'revoked';
  if (isInviteOver(invite, ctx.now())) return 'expired';
  return suspendedAt || (await read()).bar !== null ? 'barred' : 'open';
}

const STATES: Record<Exclude<ClaimOffer['state'], 'open'>, (team: FoundInvite['team']) => string> = {
  claimed: () => 'This card has already been claimed.',
  expired: () => 'This invite has expired. Ask whoever invited you to send it again.',
  revoked: () => 'This invite no longer counts. Ask the team for a new one.',
  barred: ({ name }) => `${name} can’t give out more cards at the moment. Ask whoever invited you.`,
};

export const isInvited = ({ email }: Pick<InviteRow, 'email'>, person: Pick<PersonRow, 'email'>): boolean =>
  isSameAddress(email, person.email);

/** Why this person can't claim the card, in a sentence; null if they can. */
export function findClaimProblem(
  { invite, team }: FoundInvite,
  state: ClaimOffer['state'],
  person: Pick<PersonRow, 'email' | 'emailConfirmedAt'>,
): string | null {
  if (state !== 'open') return STATES[state](team);
  if (!isInvited(invite, person)) {
    const way =
      person.email && !person.emailConfirmedAt
        ? 'confirm yours and ask for an invite to it'
        : 'ask for an invite to yours';
    return `This card is for ${maskAddress(invite.email)}. Sign in with that address, or ${way}.`;
  }
  return person.emailConfirmedAt === null ? 'Confirm your email address first, then claim the card.' : null;
}

/** The first letter and the domain. */
export const maskAddress = (email: string): string => {
  const [first = ''] = email;
  return `${first}…${email.slice(email.lastIndexOf('@'))}`;
};

/** Opening it changes nothing but its state: mail scanners open links. */
export async function showClaim(ctx: VisitorContext, input: ByToken): Promise<ClaimOffer> {
  const found = await findByToken(ctx, input);
  const { invite, team, card, inviter } = found;
  const state = await stateOfClaim(ctx, found);
  const { user } = ctx;
  if (state === 'open' || state === 'barred') await noteOpened(ctx, invite.id);
  const problem = user ? findClaimProblem(found, state, user) : null;
  return {
    teamName: team.name,
    invitedBy: inviter ?? 'A former member',
    email: user && isInvited(invite, user) ? invite.email : maskAddress(invite.email),
    fullName: invite.fullName,
    isHandedOver: card.vacancy !== null,
    state,
    isYours: user !== null && problem === null,
    isHeld: state === 'claimed' && !card.deletedAt && holds(ctx, card),
    problem: user || state === 'open' ? problem : STATES[state](team),
  };
}

async function noteOpened({ db, now }: VisitorContext, id: string): Promise<void> {
  const isFirst = and(eq(teamInvites.id, id), isNull(teamInvites.openedAt));
  await db.update(teamInvites).set({ openedAt: now() }).where(isFirst);
}
