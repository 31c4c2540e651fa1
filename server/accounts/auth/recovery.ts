import { eq } from 'drizzle-orm';
import { confirmAddress } from '#server/accounts/auth/address/write-address.ts';
import { sendMailedLink, sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { LinkChoice, LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { type MailedLink, outdatedLink } from '#server/accounts/auth/mailed-links.ts';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import { setPassword } from '#server/accounts/auth/passwords.ts';
import { endPreHijacking } from '#server/accounts/auth/pre-hijacking.ts';
import type { AppContext, UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { persons } from '#server/db/schema/users.ts';
import type { addressProof, resetRequest } from '#shared/accounts/auth.ts';
import { AppError } from '#shared/contract/errors.ts';
import { screens } from '#shared/contract/screens.ts';
import type { z } from '#shared/contract/zod.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/**
 * Setting a new password through a mailed link. It does not sign in: the new password is typed once more, where
 * two-step codes are asked for.
 */

/**
 * Has a link mailed, if there is such an account. The answer and its time are the same either way, because a job does
 * the looking up.
 */
export async function askForReset(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof resetRequest> },
): Promise<{ isRequested: true }> {
  requireMail(ctx);
  await sendMailedLink(ctx, ctx.db, { purpose: 'reset', login: body.email });
  return { isRequested: true };
}

/** Likewise for a link that proves an address, which an account has, to be the reader's. */
export async function askToProveAddress(
  ctx: VisitorContext,
  { body }: { body: z.output<typeof addressProof> },
): Promise<{ isRequested: true }> {
  requireMail(ctx);
  await sendMailedLink(ctx, ctx.db, { purpose: 'prove', login: body.email });
  return { isRequested: true };
}

/** Throws 409, with the person to ask, on a server that cannot mail a link. */
export function requireMail(app: Pick<AppContext, 'config'>): void {
  if (sendsMail(app)) return;
  throw new AppError('conflict', `Email isn’t set up here. Please ask ${operatorContact(app).name}.`);
}

export async function getMailAbility(ctx: VisitorContext) {
  const { name: contact, url: contactUrl } = operatorContact(ctx);
  return { sendsMail: sendsMail(ctx), contact, contactUrl };
}

export const resetPurpose: LinkPurpose = {
  async show(app, link) {
    return passwordPage(await findOwner(app.db, link));
  },
  act: takeAccount,
};

/**
 * Sets the new password, with all that goes with the former one, and tells the owner. Two-step codes stay in force, unless
 * the link proves an address that was never confirmed: then everything somebody else may have prepared goes, too.
 */
export async function takeAccount(
  ctx: VisitorContext,
  link: MailedLink,
  { password }: LinkChoice,
): Promise<LinkPageProps> {
  if (password === null) throw new AppError('invalid', 'Choose a new password.');
  const tx = ctx.db;
  const user = await findOwner(tx, link);
  const isProof = link.mailedTo !== null;
  if (isProof && !user.emailConfirmedAt) await endPreHijacking(tx, user.id);
  if (isProof && !user.emailConfirmedAt) await confirmAddress(tx, user.id, ctx.now());
  await setPassword(ctx, tx, user.id, { password });
  await noticeOwner(ctx, tx, user, 'password_reset');
  ctx.session.set(null);
  // A reader of the mail is no stranger: others' wrong guesses must not keep them out.
  ctx.browser.remember(user.id);
  ctx.events.note(ctx.requester, 'password_reset', { userId: user.id });
  return {
    title: 'Your password is set',
    paragraphs: ['Every device is signed out. Sign in with your new password.'],
    next: { label: 'Sign in', url: screens.signIn },
  };
}

/** The account of a link, locked; refuses a link mailed to an address that the account no longer has. */
export async function findOwner(db: Db, { userId, mailedTo }: MailedLink): Promise<UserRow> {
  const [user] = await db.select().from(persons).where(eq(persons.id, userId)).for('update');
  if (!user || (mailedTo !== null && !isSameAddress(mailedTo, user.email))) throw outdatedLink();
  return user;
}

const passwordPage = ({ username, fullName }: UserRow): LinkPageProps => ({
  title: 'Set a new password',
  paragraphs: [`For ${fullName}, who signs in as ${username}. This signs out every device.`],
  forms: [{ action: 'reset', label: 'Set a new password', username }],
});
