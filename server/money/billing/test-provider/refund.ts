import { type Books, emitEvent, listObjects, putObject } from './ledger.ts';
import { toChargeId } from './test-invoices.ts';

/** Returns the latest charge to the customer, as an operator does at a real provider. */
export async function refundLatest(inside: Books, customerId: string): Promise<void> {
  const bills = await listObjects(inside.db, 'invoice', customerId);
  const bill = bills.find(({ status, cents }) => status === 'paid' && cents > 0);
  if (!bill || bill.refundedCents === bill.cents) return;
  const { id, cents } = bill;
  await putObject(inside, 'invoice', id, customerId, { ...bill, refundedCents: cents });
  const charge = {
    object: 'charge',
    id: toChargeId(id),
    invoice: id,
    amount_refunded: cents,
    refunded: true,
  };
  await emitEvent(inside, customerId, 'charge.refunded', charge);
}
