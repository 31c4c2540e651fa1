import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { LinkPurpose } from '#server/accounts/auth/link-purpose.ts';
import type { MailedLink } from '#server/accounts/auth/mailed-links.ts';
import type { Db } from '#server/db/open.ts';
import { users } from '#server/db/schema/users.ts';
import { writeInvoiceDetails } from '#server/money/billing/customer/write-invoice-details.ts';
import { readInvoiceDetails } from '#server/money/billing/mails/read-invoice-details.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';

/** The link that confirms the address to which a team's invoices go, too. Whoever reads there needs no account. */
export const invoicesPurpose: LinkPurpose = {
  async show(app, link) {
    const { name, email } = await requireAsked(app.db, link);
    return {
      title: 'Get the invoices of this team?',
      paragraphs: [
        `The owner of ${name} wants its receipts, and news of failed payments, to go to ${email}, too. You need no account for that.`,
      ],
      forms: [{ action: 'confirm', label: 'Confirm this email address' }],
    };
  },
  async act(ctx, link) {
    const { teamId, name, email } = await requireAsked(ctx.db, link);
    await writeInvoiceDetails(ctx, ctx.db, teamId, { email, pendingEmail: null });
    return {
      title: 'This email address is confirmed',
      paragraphs: [`From now on, invoices of ${name} come here, too. Its owner can change that at any time.`],
    };
  },
};

/** The team of a link, if it still waits for the address the link was mailed to. */
async function requireAsked(db: Db, { data, mailedTo }: MailedLink) {
  const teamId = accountId.parse(data.teamId);
  const { pendingEmail: email } = await readInvoiceDetails(db, teamId);
  const [team] = await db
    .select({ name: users.fullName })
    .from(users)
    .where(whereCan(systemFor(teamId), 'see', 'account'));
  if (!team || !email || email !== mailedTo) {
    throw new AppError('conflict', 'The team no longer wants its invoices to go to this address.');
  }
  return { teamId, name: team.name, email };
}
