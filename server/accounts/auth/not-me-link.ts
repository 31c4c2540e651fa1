import { eq } from 'drizzle-orm';
import { dropPendingAddress } from '#server/accounts/auth/address/write-address.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import { isOvertaken, issueLink, type MailedLink, outdatedLink } from '#server/accounts/auth/mailed-links.ts';
import { isSameAddress } from '#server/accounts/auth/match-login.ts';
import { endOtherSessions } from '#server/accounts/auth/session-tokens.ts';
import type { UserRow, VisitorContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { persons } from '#server/db/schema/users.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { findKind } from '#server/infra/journal/event-kinds.ts';
import { HOUR_MS } from '#shared/formats/time.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** "This wasn't me", the link of every notice about an account: ends all sessions, then opens the reset. */
export const notMePurpose: LinkPurpose = {
  async show(app, link) {
    const { username } = await findAccountOwner(app.db, link);
    return {
      title: 'This wasn’t you?',
      paragraphs: [
        `We’ll sign out every device of your account, ${username}, including this one. Then you set a new password.`,
      ],
      forms: [{ action: 'not_me', label: 'This wasn’t me: sign out every device' }],
    };
  },
  act: endEverySession,
};

async function endEverySession(ctx: VisitorContext, link: MailedLink): Promise<LinkPageProps> {
  const user = await findAccountOwner(ctx.db, link);
  await endOtherSessions(ctx, user.id, undefined);
  await dropPendingAddress(ctx.db, user.id);
  ctx.session.set(null);
  const name = findKind(link.data.kind ?? '')?.title ?? '';
  await recordAccountEvent(ctx, ctx.db, user.id, 'not_me', { name });
  ctx.events.note(ctx.requester, 'reported_not_me', { userId: user.id });
  const title = 'Every device is signed out';
  if (user.email === null || !isSameAddress(user.email, link.mailedTo)) {
    // The person who changed it may read the new address, so it gets no link from here.
    return {
      title,
      paragraphs: [
        'The email address of this account was changed after we sent you this email. To get it back, open our email about that change and use the link there.',
      ],
    };
  }
  const reset = { purpose: 'reset', userId: user.id, mailedTo: user.email, validMs: HOUR_MS };
  return {
    title,
    paragraphs: [
      'Set a new password now, so no one who knows the old one can sign in again. Then check your passkeys and two-step verification in your settings.',
    ],
    next: { label: 'Set a new password', url: await issueLink(ctx, ctx.db, reset) },
  };
}

/** Also where the address has changed since: a former owner may still end the sessions of the person who took the account. */
async function findAccountOwner(db: Db, link: MailedLink): Promise<UserRow> {
  const [user] = await db.select().from(persons).where(eq(persons.id, link.userId));
  // Once the owner has taken the account back, who had it before may not sign them out.
  if (!user || (await isOvertaken(db, link))) throw outdatedLink();
  return user;
}
