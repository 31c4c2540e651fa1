import { and, eq, isNull } from 'drizzle-orm';
import type { UserContext, VisitorContext } from '#server/context.ts';
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
import { hashInvite } from '#server/teams/invites/mail-invite.ts';
import { AppError } from '#shared/contract/errors.ts';

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

/** No team mails the address again. Also by the link of an invite that is gone, so that revoking one takes nobody's say. */
export async function refuseInvites(
  ctx: VisitorContext,
  { params: { id, token } }: ByToken,
): Promise<{ isRefused: true }> {
  const tokenHash = hashInvite(token);
  await ctx.db.transaction(async (tx) => {
    const [mail] = await tx
      .select()
      .from(teamMails)
      .where(and(eq(teamMails.tokenHash, tokenHash), eq(teamMails.teamId, id)));
    if (!mail) throw unknownInvite();
    await tx
      .insert(teamRefusals)
      .values({ addressHash: mail.addressHash, refusedAt: ctx.now() })
      .onConflictDoNothing();
    await tx
      .update(teamInvites)
      .set({ tokenHash: null, problem: REFUSED })
      .where(and(eq(teamInvites.tokenHash, tokenHash), isNull(teamInvites.claimedAt)));
  });
  return { isRefused: true };
}
