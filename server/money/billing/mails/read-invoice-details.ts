import { systemFor } from '#server/access/system.ts';
import { whereCan } from '#server/access/where-can.ts';
import type { Db } from '#server/db/open.ts';
import { invoiceDetails } from '#server/db/schema/money.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { InvoiceDetails } from '#shared/money/team-billing.ts';

const NONE: InvoiceDetails = { reference: null, email: null, pendingEmail: null };

/** The reference on a team's invoices, and where they go besides to its owner. */
export async function readInvoiceDetails(db: Db, teamId: AccountId): Promise<InvoiceDetails> {
  const { reference, email, pendingEmail } = invoiceDetails;
  const [found] = await db
    .select({ reference, email, pendingEmail })
    .from(invoiceDetails)
    .where(whereCan(systemFor(teamId), 'see', 'invoiceDetails'));
  return found ?? NONE;
}
