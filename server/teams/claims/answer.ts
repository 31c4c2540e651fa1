import { and, eq, isNull } from 'drizzle-orm';
import { SYSTEM } from '#server/access/actor.ts';
import { hashInvite } from '#server/accounts/auth/address/invited.ts';
import { writeCardsOf } from '#server/cards/cards/write-cards.ts';
import type { AppContext, UserContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { teamInvites, teamMails, teamRefusals } from '#server/db/schema/teams.ts';
import {
  type ByToken,
  findByToken,
  findClaimProblem,
  isInvited,
  stateOfClaim,
  unknownInvite,
} from '#server/teams/claims/offer.ts';
import { REFUSED } from '#server/teams/invites/invite-mails.ts';
import { stopNaming } from '#server/teams/invites/stop-naming.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** Other answers to an invite than to claim the card. */

/** Those who run the team see the address, and prepare a card for it or not. */
export async function askForInvite(ctx: UserContext, input: ByToken): Promise<{ isAsked: true }> {
  const found = await findByToken(ctx, input);
  const { invite } = found;
  const state = await stateOfClaim(ctx, found);
  const { email, emailConfirmedAt } = ctx.user;
  if (state !== 'open') throw new AppError('conflict', findClaimProblem(found, state, ctx.user) ?? '');
  if (isInvited(invite, ctx.user)) {
    throw new AppError('conflict', 'This invite is for your address already. Claim the card.');
  }
  if (!email || !emailConfirmedAt) {
    throw new AppError('conflict', 'Confirm your email address first, then ask for an invite to it.');
  }
  await ctx.db
    .update(teamInvites)
    .set({ askedEmail: email })
    .where(and(eq(teamInvites.id, invite.id), isNull(teamInvites.claimedAt)));
  return { isAsked: true };
}

/** The mail whose link it is, also if its invite or team is gone: deleting them takes nobody's say. Throws 404. */
async function findMail(db: Db, { params: { id, token } }: ByToken) {
  const isThis = and(eq(teamMails.tokenHash, hashInvite(token)), eq(teamMails.teamId, id));
  const [mail] = await db.select().from(teamMails).where(isThis);
  if (!mail) throw unknownInvite();
  return mail;
}

/** No team mails the address again, and no page says that they come next. */
export async function refuseInvites(app: AppContext, input: ByToken): Promise<{ isRefused: true }> {
  const { addressHash, tokenHash, teamId } = await findMail(app.db, input);
  await writeCardsOf(app, teamId, SYSTEM, async (inside) => {
    const { db: tx, now } = inside;
    await tx.insert(teamRefusals).values({ addressHash, refusedAt: now() }).onConflictDoNothing();
    const ended = await tx
      .update(teamInvites)
      .set({ tokenHash: null, problem: REFUSED })
      .where(and(eq(teamInvites.tokenHash, tokenHash ?? ''), isNull(teamInvites.claimedAt)))
      .returning();
    await stopNaming(
      inside,
      teamId,
      ended.map(({ cardId }) => cardId),
    );
  });
  return { isRefused: true };
}

/** The page behind the link in the mail that ends such mails. */
export async function showRefusal({ db }: AppContext, input: ByToken): Promise<LinkPageProps> {
  await findMail(db, input);
  return {
    title: 'No more invites?',
    paragraphs: ['This invite ends, and no team can send another one to this address. Nothing else changes.'],
    forms: [{ action: 'refuse', label: 'Send me no more invites' }],
  };
}

export async function refuseByMail(app: AppContext, input: ByToken): Promise<LinkPageProps> {
  await refuseInvites(app, input);
  return {
    title: 'You’ll get no more invites',
    paragraphs: ['The invite has ended, and no team can send this address another one.'],
  };
}
