import { asc, eq, isNull } from 'drizzle-orm';
import { sendsMail } from '#server/auth/link-mail.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { type Given, receiptDays, receipts } from '#server/db/receipt-schema.ts';
import { users } from '#server/db/schema.ts';
import { composeMail } from '#server/infra/mail/compose.ts';
import { sendMail } from '#server/infra/mail/mail.ts';
import { plainName } from '#server/infra/mail/plain-name.ts';
import { privateUrl } from '#server/recipients/private-link.ts';
import { PRODUCT } from '#shared/constants.ts';

/**
 * Mails the receipts that people asked for. Anybody can type any address into a form, so a receipt holds none of the
 * words that were typed, and an address gets one a day, whoever asked for how many.
 */

/** Rows settled in one transaction. */
const AT_ONCE = 50;

/** Settles every receipt that is due; several processes share the work. */
export async function sendReceipts(app: AppContext): Promise<void> {
  for (let count = AT_ONCE; count === AT_ONCE; ) count = await settleSome(app);
}

function settleSome(app: AppContext): Promise<number> {
  return app.db.transaction(async (tx) => {
    const due = await tx
      .select({ id: receipts.id, given: receipts.given, ownerName: users.fullName })
      .from(receipts)
      .innerJoin(users, eq(users.id, receipts.userId))
      .where(isNull(receipts.settledAt))
      .orderBy(asc(receipts.createdAt))
      .limit(AT_ONCE)
      .for('update', { of: receipts, skipLocked: true });
    for (const receipt of due) {
      await tx.update(receipts).set({ settledAt: app.now() }).where(eq(receipts.id, receipt.id));
      await mailReceipt(app, tx, receipt);
    }
    return due.length;
  });
}

interface Due {
  id: string;
  given: Given;
  ownerName: string;
}

async function mailReceipt(app: AppContext, tx: Db, { id, given, ownerName }: Due): Promise<void> {
  const to = given.email;
  if (!to || !sendsMail(app) || !(await isFirstToday(app, tx, to))) return;
  const owner = plainName(ownerName) || `a ${PRODUCT} user`;
  const letter = composeMail({
    to,
    name: '',
    subject: `Your receipt from ${owner}`,
    paragraphs: [
      `Somebody, probably you, left this email address with ${owner} on ${PRODUCT} and asked for a receipt.`,
      'On your private page you can see what was given, correct it, take it along, or withdraw it. Whoever has this link can do so: keep it to yourself.',
    ],
    action: { label: 'See what you gave', url: privateUrl(app, id) },
    footnote: `If that was not you, withdraw it there, or ignore this mail. ${PRODUCT} sends an address at most one receipt a day.`,
  });
  await sendMail(app, tx, letter, `receipt ${id}`);
}

/** Claims the day for an address, of which only a keyed hash is kept; its variants count as one. */
async function isFirstToday({ keyedHash, now }: AppContext, tx: Db, address: string): Promise<boolean> {
  const day = now().toISOString().slice(0, 10);
  const addressHash = keyedHash('receipt day', `${day} ${mailboxOf(address)}`);
  const claimed = await tx.insert(receiptDays).values({ addressHash, day }).onConflictDoNothing().returning();
  return claimed.length > 0;
}

/** One mailbox has many spellings: case, "+something", and at Gmail dots. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const name = address.slice(0, at).toLowerCase().replace(/\+.*/, '');
  const isGmail = domain === 'gmail.com' || domain === 'googlemail.com';
  return isGmail ? `${name.replaceAll('.', '')}@gmail.com` : `${name}@${domain}`;
}
