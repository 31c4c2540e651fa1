import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { invoiceDetails } from '#server/db/schema/money.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import type { InvoiceDetails } from '#shared/money/team-billing.ts';
import { followAddress } from './follow-address.ts';

/** Writes what has changed, and tells the payment provider, if the transaction `tx` commits. */
export async function writeInvoiceDetails(
  app: Pick<AppContext, 'queue'>,
  tx: Db,
  teamId: AccountId,
  changes: Partial<InvoiceDetails>,
): Promise<void> {
  await tx
    .insert(invoiceDetails)
    .values({ userId: teamId, ...changes })
    .onConflictDoUpdate({ target: invoiceDetails.userId, set: { userId: teamId, ...changes } });
  await followAddress(app, tx, teamId);
}
