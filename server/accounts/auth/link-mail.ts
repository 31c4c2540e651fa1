import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { lockNamed } from '#server/access/locks.ts';
import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import { LINK_LETTERS, type MailedPurpose } from '#server/accounts/auth/link-letters.ts';
import { deliverLink, issueLink } from '#server/accounts/auth/mailed-links.ts';
import { isLogin, isSameAddress } from '#server/accounts/auth/match-login.ts';
import type { AppContext, UserRow } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { mailedLinks } from '#server/db/schema/accounts.ts';
import { persons } from '#server/db/schema/users.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { normalizeMailbox } from '#server/infra/mail/mailbox.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { z } from '#shared/contract/zod.ts';
import { HOUR_MS } from '#shared/formats/time.ts';

/**
 * Mails links by a durable job, after the answer, so that its time tells nothing of the account. The link is made when
 * the mail is sent: its hour begins then, and its token is in no job and no row.
 */

/**
 * Mails with a link of one purpose that a mailbox gets in an hour, however it is spelled; more are dropped silently. Each
 * account that has confirmed an address of it gets as many. Links outlive their account for that hour, so that nobody resets
 * the count by registering again.
 */
const MAILS_PER_HOUR = 3;

export const askedMail = z.object({
  purpose: z.enum(Object.keys(LINK_LETTERS) as [MailedPurpose, ...MailedPurpose[]]),
  /** A username or an email address as typed; or `userId`. */
  login: z.string().optional(),
  userId: accountId.optional(),
  /** Where to, if not to the address of the account. */
  to: z.string().optional(),
  /** Further data that its purpose needs. */
  data: z.record(z.string(), z.string()).optional(),
});
type AskedMail = z.output<typeof askedMail>;

/** Mails a link if the transaction `tx` commits, unless there is no such account or it has no address. */
export const sendMailedLink = (app: Pick<AppContext, 'queue'>, tx: Db, asked: AskedMail): Promise<void> =>
  app.queue.send(tx, 'link-mail', asked);

/** True if this server sends mail; the demo shows what it would send. */
export const sendsMail = ({ config }: Pick<AppContext, 'config'>): boolean =>
  config.smtpUrl !== undefined || config.isDemo;

/** Mails a link that confirms the address of an account, if the server sends mail and the link is still needed. */
export async function askToConfirm(
  app: Pick<AppContext, 'queue' | 'config'>,
  tx: Db,
  { id: userId, email, emailConfirmedAt }: UserRow,
): Promise<void> {
  if (!email || emailConfirmedAt || !sendsMail(app)) return;
  await sendMailedLink(app, tx, { purpose: 'confirm_email', userId });
}

/**
 * The work of the job. A mail that has surely not arrived takes its link with it; the retry makes another one, until
 * nobody waits for it any more.
 */
export async function sendLinkMail(
  app: AppContext,
  asked: AskedMail,
  id: string,
  askedAt: Date,
): Promise<void> {
  const user = await findAddressee(app.db, asked);
  const to = asked.to ?? user?.email;
  const { data = {} } = asked;
  if (!user || !to) return;
  const { validMs, write, isUnlimited, awaitedMs } = LINK_LETTERS[asked.purpose];
  // By the clock that the queue dates jobs with.
  if (awaitedMs !== undefined && Date.now() - askedAt.getTime() > awaitedMs) return;
  const url = await app.db.transaction(async (tx) => {
    if (!isUnlimited && !(await mayGetAnother(app, tx, asked.purpose, { to, user, id }))) return null;
    // A release before did not say when the address moved; it asked for the mail then.
    const since: Record<string, string> =
      asked.purpose === 'undo_email' ? { movedAt: askedAt.toISOString() } : {};
    const link = {
      purpose: asked.purpose,
      userId: user.id,
      mailedTo: to,
      data: { ...since, ...data, mail: id },
    };
    return issueLink(app, tx, { ...link, validMs });
  });
  if (url === null) return;
  const words = write({ username: user.username, email: user.email, to, url, data });
  await deliverLink(app, { url, letter: composeMail({ to, name: user.fullName, ...words }) }, id);
}

async function findAddressee(db: Db, { login, userId }: AskedMail): Promise<UserRow | undefined> {
  const who = login === undefined ? eq(persons.id, accountId.parse(userId ?? '')) : isLogin(login);
  const [user] = await db.select().from(persons).where(who).limit(1);
  return user;
}

/**
 * Counts one mailbox at a time, so that several jobs at once cannot all be the third. Earlier tries of the same mail, the
 * job `id`, are none of the others. Once an account has confirmed the address, only its own links count: those that others
 * ask for, with further spellings of the mailbox, keep nobody from getting theirs.
 */
async function mayGetAnother(
  { now }: AppContext,
  tx: Db,
  purpose: MailedPurpose,
  { to, user, id }: { to: string; user: UserRow; id: string },
): Promise<boolean> {
  const mailbox = normalizeMailbox(to);
  await lockNamed(tx, `link mail ${mailbox}`);
  const since = new Date(now().getTime() - HOUR_MS);
  const { expiresAt } = mailedLinks;
  // All of this hour: the index has no spellings, but links by their end, which is the start of one that was ended early.
  const isRecent = or(
    gt(expiresAt, new Date(since.getTime() + LINK_LETTERS[purpose].validMs)),
    and(gt(expiresAt, since), lte(expiresAt, now())),
  );
  const isConfirmed = user.emailConfirmedAt !== null && isSameAddress(to, user.email);
  const sent = await tx
    .select({ to: mailedLinks.mailedTo })
    .from(mailedLinks)
    .where(
      and(
        isConfirmed ? whereCan(systemFor(user.id), 'edit', 'mailedLink') : isRecent,
        gt(mailedLinks.createdAt, since),
        eq(mailedLinks.purpose, purpose),
        sql`${mailedLinks.data}->>'mail' is distinct from ${id}`,
      ),
    );
  return sent.filter((one) => one.to && normalizeMailbox(one.to) === mailbox).length < MAILS_PER_HOUR;
}
