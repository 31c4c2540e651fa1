import { setAddress } from '#server/accounts/auth/address/write-address.ts';
import { sendMailedLink } from '#server/accounts/auth/link-mail.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import type { MailedLink } from '#server/accounts/auth/mailed-links.ts';
import { findOwner } from '#server/accounts/auth/recovery.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { AppError } from '#shared/contract/errors.ts';
import { screens } from '#shared/contract/screens.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/**
 * The link that confirms the new address of an account; the former one is told, with a way back, if it was ever confirmed: of
 * another one nobody knows whose it is (docs/decisions/407).
 */

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
  const { id, email: former, emailConfirmedAt, pendingEmail: email } = await requireWaiting(tx, link);
  const toldAddress = emailConfirmedAt === null ? null : former;
  await setAddress(ctx, tx, { id, email: former }, { email, emailConfirmedAt: ctx.now() });
  await recordAccountEvent(ctx, tx, id, 'email_changed', { from: former ?? '', to: email });
  const data = { movedAt: ctx.now().toISOString() };
  if (toldAddress)
    await sendMailedLink(ctx, tx, { purpose: 'undo_email', userId: id, to: toldAddress, data });
  ctx.events.note(ctx.requester, 'email_changed', { userId: id });
  return {
    title: 'Your new email address is confirmed',
    paragraphs: [
      toldAddress
        ? `We emailed ${toldAddress} too. The link in that email can undo the change for seven days.`
        : 'If you ever forget your password, we’ll email a reset link there.',
    ],
    next: { label: 'Go to your dashboard', url: screens.dashboard },
  };
}
