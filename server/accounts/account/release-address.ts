import { setAddress } from '#server/accounts/auth/address/write-address.ts';
import type { LinkChoice, LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import type { MailedLink } from '#server/accounts/auth/mailed-links.ts';
import { findOwner, takeAccount } from '#server/accounts/auth/recovery.ts';
import type { AppContext, UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { screens } from '#shared/contract/screens.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** An address that an account has and that belongs to somebody else: its true owner takes the account or the address. */

/** The button by which the true owner of an address takes it from an account that is not theirs. */
export const RELEASE = { action: 'release', label: 'Not mine: remove my email address' } as const;

export const provePurpose: LinkPurpose = {
  async show(app, link) {
    const { username, fullName, email } = await findOwner(app.db, link);
    return {
      title: 'Is this account yours?',
      paragraphs: [`${email} is the email address of the account ${username}, in the name of ${fullName}.`],
      forms: [
        {
          action: 'reset',
          label: 'Set a new password',
          heading: 'It’s mine',
          text: 'Setting a new password signs out every device.',
          username,
        },
        {
          ...RELEASE,
          heading: 'It’s not mine',
          text: 'The account keeps everything except your email address, which you can then use for your own account.',
          isSecondary: true,
        },
      ],
    };
  },
  act: (ctx, link, choice) => actOnProof(ctx, link, choice),
};

const actOnProof = (ctx: VisitorContext, link: MailedLink, choice: LinkChoice): Promise<LinkPageProps> =>
  choice.action === RELEASE.action ? releaseByLink(ctx, link) : takeAccount(ctx, link, choice);

/** Takes the address a link was mailed to from its account, and says so to the address's owner. */
export async function releaseByLink(ctx: VisitorContext, link: MailedLink): Promise<LinkPageProps> {
  const user = await findOwner(ctx.db, link);
  await releaseAddress(ctx, ctx.db, user);
  return {
    title: 'Your email address was removed',
    paragraphs: [`The account ${user.username} no longer has it. You can use it to create your own account.`],
    next: { label: 'Create your account', url: screens.register },
  };
}

type Parts = Pick<AppContext, 'config' | 'places' | 'now' | 'queue' | 'events'>;

/**
 * The account keeps everything but its address, here and at the payment provider, and is asked for another one. Links
 * mailed to the address end; ways back to former addresses stay.
 */
export async function releaseAddress(ctx: Parts, tx: Db, { id, email }: UserRow): Promise<void> {
  await setAddress(ctx, tx, { id, email }, { email: null, emailConfirmedAt: null });
  await recordAccountEvent(ctx, tx, id, 'email_released', { name: email ?? '' });
  ctx.events.note({}, 'email_released', { targetId: id });
}
