import { RELEASE, releaseByLink } from '#server/accounts/account/release-address.ts';
import { confirmAddress } from '#server/accounts/auth/address/write-address.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { endLinks, type MailedLink } from '#server/accounts/auth/mailed-links.ts';
import { findOwner } from '#server/accounts/auth/recovery.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { AppError } from '#shared/contract/errors.ts';
import { screens } from '#shared/contract/screens.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** Confirming the address of an account. A recipient who does not know the account can say so instead. */

export const confirmPurpose: LinkPurpose = {
  async show(app, link) {
    const user = refuseConfirmed(await findOwner(app.db, link));
    return {
      title: 'Confirm your email address',
      paragraphs: [`${user.email} is the email address of your account, ${user.username}.`],
      forms: [
        { action: 'confirm', label: 'Confirm this email address' },
        { ...RELEASE, heading: 'Not your account?', isSecondary: true },
      ],
    };
  },
  act: (ctx, link, { action }) =>
    action === RELEASE.action ? releaseByLink(ctx, link) : confirmByLink(ctx, link),
};

export const ALREADY_CONFIRMED = 'This email address is already confirmed.';

function refuseConfirmed(user: UserRow): UserRow {
  if (user.emailConfirmedAt) throw new AppError('conflict', ALREADY_CONFIRMED);
  return user;
}

async function confirmByLink(ctx: VisitorContext, link: MailedLink): Promise<LinkPageProps> {
  const { id, email } = refuseConfirmed(await findOwner(ctx.db, link));
  await confirmAddress(ctx.db, id, ctx.now());
  await endLinks(ctx.db, id, ['confirm_email']);
  await recordAccountEvent(ctx, ctx.db, id, 'email_confirmed', { name: email ?? '' });
  ctx.events.note(ctx.requester, 'email_confirmed', { userId: id });
  return {
    title: 'Your email address is confirmed',
    paragraphs: ['If you ever forget your password, we’ll email a reset link there.'],
    next: { label: 'Go to your dashboard', url: screens.dashboard },
  };
}
