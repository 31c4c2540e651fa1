import { and, eq } from 'drizzle-orm';
import { requireTo } from '#server/access/can.ts';
import { notFound } from '#server/access/refusals.ts';
import type { ActionOn } from '#server/access/rules.ts';
import { whereCan } from '#server/access/where-can.ts';
import { type CardWriting, eraseCards, renameVacancy, writeCards } from '#server/cards/cards/write-cards.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamInvites } from '#server/db/schema/teams.ts';
import { recordTeamEvent } from '#server/infra/journal/account-events.ts';
import { requireMailsADay } from '#server/teams/invites/allowance.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { planMails } from '#server/teams/invites/invite-mails.ts';
import { hasCard, type InviteRow, inviteEnd, readInvites } from '#server/teams/invites/invite-rows.ts';
import { sendInvite } from '#server/teams/invites/prepare.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { Invite } from '#shared/teams/claims.ts';

/** Sending an invite again, and taking it back. */

interface ByInvite {
  params: { id: string; inviteId: string };
}

/** An invite that is not claimed, which nobody claims before the transaction ends; throws 404 and 409. */
async function findOpenInvite(
  ctx: CardWriting<UserContext>,
  action: ActionOn<'invite'>,
  { params }: ByInvite,
): Promise<InviteRow> {
  const isThis = and(eq(teamInvites.id, params.inviteId), whereCan(ctx, action, 'invite'));
  const [row] = await ctx.db.select().from(teamInvites).where(isThis);
  if (!row) throw notFound('invite');
  if (row.claimedAt) throw new AppError('conflict', `${row.fullName} has already claimed this card.`);
  return row;
}

/** Whoever sends it again is the one who invites. If no mail may be sent now, throws 409, and the former link still works. */
export async function resendInvite(ctx: UserContext, input: ByInvite): Promise<Invite> {
  requireTo(ctx, 'edit', 'invite');
  return writeCards(ctx, async (inside) => {
    const { db: tx } = inside;
    await findTeam(tx, ctx.account.id);
    const invite = await findOpenInvite(inside, 'edit', input);
    if (!(await hasCard(tx, invite))) {
      throw new AppError(
        'conflict',
        'This card was deleted. Restore it, or revoke the invite and prepare a new one.',
      );
    }
    const { id, email, fullName: name } = invite;
    const [mail] = await planMails(ctx, tx, ctx.account.id, [email]);
    if (!mail?.mailId) throw new AppError('conflict', mail?.problem ?? '');
    await requireMailsADay(inside, ctx.account.id, 1);
    const expiresAt = inviteEnd(ctx.now());
    await tx
      .update(teamInvites)
      .set({
        invitedBy: ctx.user.id,
        expiresAt,
        tokenHash: null,
        problem: null,
        waitsSince: null,
        sentAt: null,
        openedAt: null,
      })
      .where(eq(teamInvites.id, id));
    await sendInvite(inside, { inviteId: id, mailId: mail.mailId, expiresAt });
    await recordTeamEvent(ctx, tx, ctx.account.id, 'in_team_invite_sent', { name });
    const [sent] = await readInvites(inside, eq(teamInvites.id, id));
    if (!sent) throw notFound('invite');
    return sent;
  });
}

/** The card that was prepared goes with it, for good; one that was handed over stays, and waits for somebody else. */
export async function revokeInvite(ctx: UserContext, input: ByInvite): Promise<{ id: string }> {
  requireTo(ctx, 'delete', 'invite');
  return writeCards(ctx, async (inside) => {
    const { id, cardId, teamId, fullName } = await findOpenInvite(inside, 'delete', input);
    const isIts = and(eq(businessCards.id, cardId), whereCan(inside, 'edit', 'card'));
    const [card] = await inside.db.select().from(businessCards).where(isIts).for('no key update');
    if (card && card.vacancy !== null) {
      await inside.db.delete(teamInvites).where(eq(teamInvites.id, id));
      const { name } = await findTeam(inside.db, teamId);
      await renameVacancy(inside, card, null, name);
    } else await eraseCards(inside, eq(businessCards.id, cardId), ctx.actor);
    await recordTeamEvent(ctx, inside.db, ctx.account.id, 'in_team_invite_revoked', { name: fullName });
    return { id };
  });
}
