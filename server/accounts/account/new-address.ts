import { isOfAccount } from '#server/access/where-can.ts';
import { refuseTaken } from '#server/accounts/auth/auth.ts';
import { sendMailedLink } from '#server/accounts/auth/link-mail.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { endLinks, type MailedLink } from '#server/accounts/auth/mailed-links.ts';
import { findOwner, TAKING } from '#server/accounts/auth/recovery.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { followAddress } from '#server/money/billing/customer/follow-address.ts';
import { AppError } from '#shared/contract/errors.ts';
import { screens } from '#shared/contract/screens.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** The link that confirms the new address of an account; the former one is told, with a way back. */

export const changePurpose: LinkPurpose = {
  async show(app, link) {
    const { username, email, pendingEmail } = await requireWaiting(app.db, link);
    return {
      title: 'Confirm your new email address',
      paragraphs: [
        `Your account, ${username}, will use ${pendingEmail}${email ? ` instead of ${email}` : ''}.`,
      ],
      forms: [{ action: 'confirm', label: 'Confirm this email address' }],
    };
  },
  act: (ctx, link) => confirmNew(ctx, link),
};

/** The account of a link, if it still waits for the address the link was mailed to. */
async function requireWaiting(db: Db, link: MailedLink): Promise<UserRow & { pendingEmail: string }> {
  const user = await findOwner(db, { ...link, mailedTo: null });
  const { pendingEmail } = user;
  if (pendingEmail === null || pendingEmail !== link.mailedTo) {
    throw new AppError('conflict', 'This change was cancelled or replaced by a newer one.');
  }
  return { ...user, pendingEmail };
}

async function confirmNew(ctx: VisitorContext, link: MailedLink): Promise<LinkPageProps> {
  const tx = ctx.db;
  const { id, email: former, pendingEmail: email } = await requireWaiting(tx, link);
  await tx
    .update(users)
    .set({
      email,
      pendingEmail: null,
      emailConfirmedAt: ctx.now(),
      emailRefusedAt: null,
      emailRefusal: null,
    })
    .where(isOfAccount(id, 'account'))
    .catch(refuseTaken);
  await endLinks(tx, id, [...TAKING, 'confirm_email', 'change_email']);
  await recordAccountEvent(ctx, tx, id, 'email_changed', { from: former ?? '', to: email });
  if (former) await sendMailedLink(ctx, tx, { purpose: 'undo_email', userId: id, to: former });
  await followAddress(ctx, tx, id);
  ctx.events.note(ctx.requester, 'email_changed', { userId: id });
  return {
    title: 'Your new email address is confirmed',
    paragraphs: [
      former
        ? `We emailed ${former} too. The link in that email can undo the change for seven days.`
        : 'If you ever forget your password, we’ll email a reset link there.',
    ],
    next: { label: 'Go to your dashboard', url: screens.dashboard },
  };
}
