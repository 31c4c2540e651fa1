import { and, asc, count, desc, eq, gte, inArray, isNull } from 'drizzle-orm';
import { isExisting } from '#server/access/visibility.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { contacts } from '#server/db/schema/people.ts';
import { receiptDays, receipts } from '#server/db/schema/people-visitors.ts';
import { users } from '#server/db/schema/users.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { deliverMail } from '#server/infra/mail/mail.ts';
import { normalizeMailbox } from '#server/infra/mail/mailbox.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { MailRefused } from '#server/infra/mail/refusal.ts';
import { recordContactEvent } from '#server/people/contacts/history.ts';
import { privateUrl } from '#server/people/recipients/private-link.ts';
import { receiversName } from '#server/people/recipients/receivers.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { PRODUCT } from '#shared/contract/constants.ts';

/**
 * Mails the receipts that people asked for. Anybody can type any address into a form, so a receipt holds none of the
 * words that were typed, and an address gets one a day, whoever asked for how many.
 */

/** Rows settled in one transaction. */
const AT_ONCE = 50;
/** Receipts settled for one owner on a day (UTC); the rest is not sent, so that no account mails masses of strangers. */
export const RECEIPTS_A_DAY = 200;
/** For an owner whose own address is not confirmed, where mail really goes out. */
export const RECEIPTS_A_DAY_UNCONFIRMED = 10;

/** Settles every receipt that is due, until `stopping` is aborted; several processes share the work. */
export async function sendReceipts(app: AppContext, stopping?: AbortSignal): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE && !stopping?.aborted; ) count = await settleSome(app);
}

function settleSome(app: AppContext): Promise<number> {
  return app.db.transaction(async (tx) => {
    const isDue = isNull(receipts.settledAt);
    const oldest = await tx
      .select({ userId: receipts.userId })
      .from(receipts)
      .where(isDue)
      .orderBy(asc(receipts.createdAt))
      .limit(AT_ONCE);
    const owners = [...new Set(oldest.map(({ userId }) => userId))];
    // Owners first, as whoever deletes one does.
    const left = await receiptsLeft(app, tx, owners);
    const due = await tx
      .select({ id: receipts.id, userId: receipts.userId, given: receipts.given })
      .from(receipts)
      .where(and(isDue, inArray(receipts.userId, owners)))
      .orderBy(asc(receipts.createdAt))
      .limit(AT_ONCE)
      .for('update', { skipLocked: true });
    for (const { id, userId, given } of due) {
      await tx.update(receipts).set({ settledAt: app.now() }).where(eq(receipts.id, id));
      const of = left.get(userId) ?? 0;
      left.set(userId, of - 1);
      const to = given.email;
      if (of <= 0 || !to || !sendsMail(app) || !(await isFirstToday(app, tx, to))) continue;
      await app.queue.send(tx, 'receipt-mail', { id }, { key: id });
    }
    return due.length;
  });
}

/** How many more receipts go out today for each of these owners, who are locked, in `LOCK_ORDER`, so that two processes count in turn. */
async function receiptsLeft(app: AppContext, tx: Db, ids: AccountId[]): Promise<Map<string, number>> {
  const owners = await tx
    .select({ id: users.id, kind: users.kind, emailConfirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(desc(users.kind), asc(users.id))
    .for('no key update');
  const midnight = new Date(`${app.now().toISOString().slice(0, 10)}T00:00:00Z`);
  const settled = await tx
    .select({ userId: receipts.userId, count: count() })
    .from(receipts)
    .where(and(inArray(receipts.userId, ids), gte(receipts.settledAt, midnight)))
    .groupBy(receipts.userId);
  const done = new Map(settled.map((row) => [row.userId, row.count]));
  return new Map(owners.map((owner) => [owner.id, mostADay(app, owner) - (done.get(owner.id) ?? 0)]));
}

/** Nobody has many others mailed before they have proven an address of their own, as whoever creates a team has. */
const mostADay = (
  { config }: AppContext,
  { kind, emailConfirmedAt }: { kind: string; emailConfirmedAt: Date | null },
): number =>
  config.smtpUrl === undefined || kind === 'team' || emailConfirmedAt
    ? RECEIPTS_A_DAY
    : RECEIPTS_A_DAY_UNCONFIRMED;

/** Nothing is sent once it is gone, or was corrected: then the link has arrived already. */
/** The words are read when it is sent: neither the address nor the link is in a job, which lasts for weeks. */
export async function mailReceipt(
  app: AppContext,
  { id }: { id: string },
  jobId: string,
  date: Date,
): Promise<void> {
  const [receipt] = await app.db
    .select({ given: receipts.given, ownerName: receiversName })
    .from(receipts)
    .innerJoin(users, eq(users.id, receipts.userId))
    .where(and(eq(receipts.id, id), isNull(receipts.correctedAt), isExisting()));
  const to = receipt?.given.email;
  if (!to) return;
  const owner = plainName(receipt.ownerName) || `a ${PRODUCT} user`;
  const letter = composeMail({
    to,
    name: '',
    subject: `What you shared with ${owner}`,
    paragraphs: [
      `Someone, probably you, shared this email address with ${owner} on ${PRODUCT} and asked for a copy.`,
      'On your private page you can see, correct, download or withdraw what you shared. Anyone with this link can too, so keep it to yourself.',
    ],
    action: { label: 'See what you shared', url: privateUrl(app, id) },
    footnote: `If this wasn’t you, withdraw it there or ignore this email. We send an address at most one copy a day.`,
  });
  try {
    await deliverMail(app, letter, jobId, date);
  } catch (error) {
    if (error instanceof MailRefused) await noteRefusal(app, id);
    throw error;
  }
}

/** Tells the owner, in the history of the contact, that the mail was refused. */
async function noteRefusal({ db, now }: AppContext, id: string): Promise<void> {
  const [contact] = await db
    .select({ userId: contacts.userId, id: contacts.id })
    .from(receipts)
    .innerJoin(contacts, eq(contacts.id, receipts.personId))
    .where(eq(receipts.id, id));
  if (!contact) return;
  const { userId, id: contactId } = contact;
  await recordContactEvent(db, { userId, contactId, kind: 'receiptRefused', at: now() });
}

/** Claims the day for an address, of which only a keyed hash is kept; its variants count as one. */
async function isFirstToday({ keyedHash, now }: AppContext, tx: Db, address: string): Promise<boolean> {
  const day = now().toISOString().slice(0, 10);
  const addressHash = keyedHash('receipt day', `${day} ${normalizeMailbox(address)}`);
  const claimed = await tx.insert(receiptDays).values({ addressHash, day }).onConflictDoNothing().returning();
  return claimed.length > 0;
}
