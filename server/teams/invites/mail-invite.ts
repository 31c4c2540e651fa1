import { and, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { stillInvites } from '#server/access/still-invites.ts';
import { hashInvite } from '#server/accounts/auth/address/invited.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teamInvites, teamMails, teamRefusals } from '#server/db/schema/teams.ts';
import { persons } from '#server/db/schema/users.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import type { Mail } from '#server/infra/mail/letter.ts';
import { deliverMail } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { MailRefused } from '#server/infra/mail/refusal.ts';
import { findTeam } from '#server/teams/invites/find-team.ts';
import { hashAddress, REFUSED } from '#server/teams/invites/invite-mails.ts';
import { hasCard, type InviteRow, isInviteOver } from '#server/teams/invites/invite-rows.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { z } from '#shared/contract/zod.ts';
import { dayFormat } from '#shared/formats/time.ts';
import { claimPath } from '#shared/teams/claim-path.ts';
import { INVITE_MAILS_MAX } from '#shared/teams/limits.ts';

/**
 * Mails an invite. The link is made when the mail is sent, so that its token is in no job and no row; a retry makes it again, since
 * the mail may have arrived though the mail server's answer did not.
 */

export const invitedMail = z.object({
  inviteId: z.string(),
  mailId: z.string(),
  /** The end of the invite, by which the job knows that it was not sent again meanwhile. ISO 8601. */
  expiresAt: z.string(),
});

/** The work of the job. If the mail can't be sent for good, the invite says why. */
export async function mailInvite(
  app: AppContext,
  { inviteId, mailId, expiresAt }: z.output<typeof invitedMail>,
  id: string,
  date: Date,
  isLastTry: boolean,
): Promise<void> {
  const isThis = and(
    eq(teamInvites.id, inviteId),
    eq(teamInvites.expiresAt, new Date(expiresAt)),
    isNull(teamInvites.claimedAt),
  );
  const mail = await app.db.transaction((tx) => makeLink(app, tx, isThis, mailId));
  if (!mail) return;
  const set = (values: Partial<InviteRow>) => app.db.update(teamInvites).set(values).where(isThis);
  try {
    await deliverMail(app, mail, id, date);
  } catch (error) {
    const isRefused = error instanceof MailRefused;
    if (isRefused) await set({ problem: 'The mail server of this address refused the invite.' });
    else if (isLastTry) await set({ problem: 'We couldn’t send the invite for five days. Send it again.' });
    if (!isRefused) throw error;
    return;
  }
  await set({ sentAt: app.now() });
}

/** Makes the link, and returns the mail with it; null if there is none to send any more. */
async function makeLink(
  app: AppContext,
  tx: Db,
  isThis: SQL | undefined,
  mailId: string,
): Promise<Mail | null> {
  const [invite] = await tx.select().from(teamInvites).where(isThis).for('no key update');
  if (!invite) return null;
  const problem = await findProblem(app, tx, invite);
  const token = app
    .keyedHash('team invite', `${mailId} ${invite.expiresAt.toISOString()}`)
    .toString('base64url');
  const tokenHash = problem === null ? hashInvite(token) : null;
  await tx.update(teamInvites).set({ tokenHash, problem }).where(isThis);
  if (problem !== null) return null;
  await tx.update(teamMails).set({ tokenHash }).where(eq(teamMails.id, mailId));
  return composeInvite(app, tx, invite, token);
}

/** Why an invite is not mailed any more; null if it is. */
async function findProblem(app: AppContext, tx: Db, invite: InviteRow): Promise<string | null> {
  if (isInviteOver(invite, app.now())) return 'We couldn’t send the invite in time. Send it again.';
  if (!(await stillInvites(tx, invite.teamId, invite.invitedBy))) {
    return 'Whoever prepared this card no longer runs the team. Send the invite again.';
  }
  if (!(await hasCard(tx, invite))) return 'The card was deleted before the invite was sent.';
  const isRefused = eq(teamRefusals.addressHash, hashAddress(app, invite.email));
  return (await tx.$count(teamRefusals, isRefused)) > 0 ? REFUSED : null;
}

/** In our words: whoever prepares a card chooses the address and the names, which must not advertise. */
async function composeInvite(app: AppContext, tx: Db, invite: InviteRow, token: string): Promise<Mail> {
  const { teamId, invitedBy, email, fullName, expiresAt } = invite;
  const team = plainName((await findTeam(tx, teamId)).name) || 'A team';
  const [inviter] = await tx
    .select({ fullName: persons.fullName })
    .from(persons)
    .where(eq(persons.id, accountId.parse(invitedBy ?? '')));
  const by = plainName(inviter?.fullName ?? '') || 'A team admin';
  const origin = originOf(app.config);
  const refusal = `${origin}${accountPages.unsubscribe}/${teamId}/${token}`;
  const isHandedOver = await hasCard(tx, invite, isNotNull(businessCards.vacancy));
  const end = dayFormat('en-US', { dateStyle: 'long' }, null)(expiresAt);
  const mail = composeMail({
    to: email,
    name: fullName,
    subject: `${by} prepared a ${PRODUCT} business card for you`,
    paragraphs: [
      isHandedOver
        ? `${by} wants you to take over a digital business card of the team ${team}, with its address, its code, and everyone it has met. Claim it and add your details. Until then, its page shows no one’s.`
        : `${by} prepared a digital business card for you in the team ${team}. Claim it to share it and to fill it in as you like. Nobody else sees it before that.`,
      `The link works for this address alone, until ${end}.`,
    ],
    facts: [
      { label: 'Card of', value: plainName(fullName) || email },
      { label: 'Team', value: team },
      { label: 'Prepared by', value: by },
    ],
    action: { label: 'See your card', url: `${origin}${claimPath(teamId, token)}` },
    footnote: `A team can send you at most ${INVITE_MAILS_MAX} of these emails.`,
    stop: { label: 'Not for you? Get no more invites', url: refusal },
  });
  return { ...mail, unsubscribeUrl: refusal };
}
