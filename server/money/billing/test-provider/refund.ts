import type { Ledger } from './ledger.ts';
import { emitEvent } from './take-step.ts';
import { toStripeCharge } from './to-stripe.ts';

/** Returns the latest charge to the customer, as an operator does at a real provider. */
export async function refundLatest(inside: Ledger, customer: string): Promise<void> {
  const bills = await inside.list('invoice', customer);
  const bill = bills.find(({ status, cents }) => status === 'paid' && cents > 0);
  if (!bill || bill.refundedCents === bill.cents) return;
  const refunded = { ...bill, refundedCents: bill.cents };
  await inside.put('invoice', bill.id, customer, refunded);
  await emitEvent(inside, customer, 'charge.refunded', { ...toStripeCharge(refunded), invoice: bill.id });
}
