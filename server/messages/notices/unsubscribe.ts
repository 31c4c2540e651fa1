import { eq } from 'drizzle-orm';
import type { AppContext } from '#server/context.ts';
import { persons } from '#server/db/schema/users.ts';
import { changeOf } from '#server/messages/notices/settings.ts';
import { readToken, type Unsubscribing } from '#server/messages/notices/unsubscribe-link.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { LinkPageProps } from '#site/links/LinkPage.tsx';

/** The page behind the link in a mail about people or a reminder; opening it changes nothing, its button does. */

const WHAT: Record<Unsubscribing['scope'], string> = {
  contact: 'contacts',
  lead: 'leads',
  people: 'contacts and leads',
  reminder: 'your reminders',
};

async function findUnsubscribing(app: AppContext, token: string): Promise<Unsubscribing> {
  const found = readToken(app, token);
  const [owner] = found
    ? await app.db.select({ id: persons.id }).from(persons).where(eq(persons.id, found.userId))
    : [];
  if (!found || !owner) {
    throw new AppError(
      'not_found',
      'This link is incomplete, or its account no longer exists. Please open it from the email again.',
    );
  }
  return found;
}

export async function showUnsubscribe(app: AppContext, token: string): Promise<LinkPageProps> {
  const { scope } = await findUnsubscribing(app, token);
  return {
    title: 'Unsubscribe',
    paragraphs: [`Stop getting emails about ${WHAT[scope]}?`],
    forms: [{ action: 'stop', label: 'Unsubscribe' }],
  };
}

/** Ends the mails, or with `undo` begins them again. */
export async function unsubscribe(app: AppContext, token: string, isUndone: boolean): Promise<LinkPageProps> {
  const { userId, scope, kinds } = await findUnsubscribing(app, token);
  await changeOf(app.db, userId, { mail: Object.fromEntries(kinds.map((kind) => [kind, isUndone])) });
  if (isUndone) {
    return { title: 'Welcome back', paragraphs: [`We’ll email you about ${WHAT[scope]} again.`] };
  }
  return {
    title: 'You’re unsubscribed',
    paragraphs: [
      `You won’t get any more emails about ${WHAT[scope]}.`,
      'Everyone is still in your contacts. You can also change this in your settings.',
    ],
    forms: [{ action: 'undo', label: 'Email me again', isSecondary: true }],
  };
}
