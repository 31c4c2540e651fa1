import { and, eq, ne } from 'drizzle-orm';
import { releaseAddress } from '#server/accounts/account/release-address.ts';
import { setAddress } from '#server/accounts/auth/address/write-address.ts';
import type { LinkChoice, LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import {
  endLinks,
  isOvertaken,
  keepWaysBack,
  type MailedLink,
  movedAtOf,
} from '#server/accounts/auth/mailed-links.ts';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import { noticeOwner } from '#server/accounts/auth/notices.ts';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import { setPassword } from '#server/accounts/auth/passwords.ts';
import { endPreHijacking } from '#server/accounts/auth/pre-hijacking.ts';
import { findOwner } from '#server/accounts/auth/recovery.ts';
import type { AppContext, UserRow, VisitorContext } from '#server/context.ts';
import { foldCase } from '#server/db/columns.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { screens } from '#shared/contract/screens.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** The way back to a former address, for an owner whose account somebody else has moved to another one. */

export const undoPurpose: LinkPurpose = {
  async show(app, link) {
    const { user, former } = await requireChanged(app, app.db, link);
    return {
      title: 'Get your email address back',
      paragraphs: [
        `The email address of your account, ${user.username}, was changed from ${former} to ${user.email ?? 'none'}. If that wasn’t you, undo it here and set a new password. We’ll sign out every device.`,
      ],
      forms: [{ action: 'undo', label: 'Get my email address back', username: user.username }],
    };
  },
  act: (ctx, link, choice) => takeBack(ctx, link, choice),
};

/** Refuses also the way back to a thief's address, whose mail arrived only after the owner had used theirs. */
async function requireChanged(
  app: Pick<AppContext, 'config'>,
  db: Db,
  link: MailedLink,
): Promise<{ user: UserRow; former: string }> {
  const user = await findOwner(db, { ...link, mailedTo: null });
  const former = link.mailedTo;
  if (former === null || isSameAddress(former, user.email)) {
    throw new AppError('conflict', 'Your account already has this email address again.');
  }
  if (await isOvertaken(db, link)) {
    throw new AppError(
      'conflict',
      `This account was taken back from an email address that it had before. If it’s yours, please ask ${operatorContact(app).name}.`,
    );
  }
  return { user, former };
}

/**
 * Restores the address, sets a new password and ends every session. What was added to sign in with shortly before the
 * change or since goes, too; what is older stays. Ways back to other addresses stay if they are for an earlier move: the
 * address before this one may be the true owner's. Those for a later one, and the links of notices since, end.
 */
async function takeBack(
  ctx: VisitorContext,
  link: MailedLink,
  { password }: LinkChoice,
): Promise<LinkPageProps> {
  const tx = ctx.db;
  const { user, former } = await requireChanged(ctx, tx, link);
  await freeAddress(ctx, tx, former, user.id);
  const movedAt = movedAtOf(link);
  await endPreHijacking(tx, user.id, { since: new Date(movedAt.getTime() - DAY_MS), movedAt });
  await endLinks(tx, user.id, ['not_me'], movedAt);
  await keepWaysBack(ctx, tx, user.id);
  await setAddress(ctx, tx, user, { email: former, emailConfirmedAt: ctx.now() });
  await setPassword(ctx, tx, user.id, { password });
  await recordAccountEvent(ctx, tx, user.id, 'email_changed', { from: user.email ?? '', to: former });
  await noticeOwner(ctx, tx, { ...user, email: former }, 'password_reset');
  ctx.session.set(null);
  ctx.browser.remember(user.id);
  ctx.events.note(ctx.requester, 'email_changed', { userId: user.id });
  return {
    title: 'Your email address is back',
    paragraphs: ['Every device is signed out. Sign in with your new password.'],
    next: { label: 'Sign in', url: screens.signIn },
  };
}

/** Takes the address from an account that got it meanwhile without ever confirming it; another one keeps it. */
async function freeAddress(ctx: VisitorContext, tx: Db, email: string, userId: AccountId): Promise<void> {
  const [holder] = await tx
    .select()
    .from(users)
    .where(and(eq(foldCase(users.email), foldCase(email)), ne(users.id, userId)))
    .for('update');
  if (!holder) return;
  if (holder.emailConfirmedAt) {
    throw new AppError(
      'conflict',
      'Another account has since confirmed this email address. Sign in to that one instead.',
    );
  }
  await releaseAddress(ctx, tx, holder);
}
