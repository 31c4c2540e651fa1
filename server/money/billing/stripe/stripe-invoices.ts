import type Stripe from 'stripe';
import type { InvoiceCalls } from '#server/infra/billing-provider.ts';
import { type AskStripe, isUnconfirmed, nullIfMissing, PAGE_MAX, readErrorCode } from './stripe-client.ts';
import { dateOrNull, fromStripeInvoice, isCancelled, readCancellation } from './stripe-read.ts';

/** Bills at Stripe: what will be charged, and what is charged or dropped at once. */
export const createStripeInvoices = (ask: AskStripe, hasAutomaticTax: boolean): InvoiceCalls => ({
  previewQuantity: (id, quantity, isResumed) =>
    ask((stripe) => previewInvoice(stripe, id, quantity, isResumed), 'addition'),
  findDue: (id) => ask((stripe) => findDue(stripe, id)),
  findCharge: (id) => ask((stripe) => findCharge(stripe, id)),
  payInvoice: (id) =>
    ask(async (stripe) => {
      const invoice = await stripe.invoices.retrieve(id);
      await payInvoice(stripe, invoice);
    }),
  voidInvoice: (id) => ask((stripe) => voidOnce(stripe, id)),
  chargePending: (id) =>
    ask(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(id);
      const pending = await listPending(stripe, subscription);
      if (sumOfLines(pending) <= 0) return;
      const made = await invoicePending(stripe, subscription, hasAutomaticTax);
      if (made) await payInvoice(stripe, made);
    }),
  dropPending: (id) => ask(async (stripe) => dropPending(stripe, await stripe.subscriptions.retrieve(id))),
});

/** The next bill with another number of cards; null for a subscription that ends. */
async function previewInvoice(stripe: Stripe, id: string, quantity: number, isResumed?: boolean) {
  const subscription = await stripe.subscriptions.retrieve(id);
  const [item] = subscription.items.data;
  if (!item || (isCancelled(subscription) && !isResumed)) return null;
  const items = [{ id: item.id, quantity }];
  const bill = await stripe.invoices
    .createPreview({
      subscription: id,
      subscription_details: {
        items,
        proration_behavior: 'create_prorations',
        ...(isCancelled(subscription) ? readCancellation(subscription, false) : {}),
      },
    })
    .catch(nullIfMissing);
  if (!bill) return null;
  const at = dateOrNull(item.current_period_end);
  return at && { at, cents: bill.amount_due, currency: bill.currency ?? 'usd' };
}

async function findDue(stripe: Stripe, id: string) {
  const subscription = await stripe.subscriptions.retrieve(id, { expand: ['customer'] });
  const [unpaid, pending] = await Promise.all([
    listUnpaid(stripe, subscription),
    listPending(stripe, subscription),
  ]);
  const [item] = subscription.items.data;
  return {
    openInvoices: unpaid.map((one) => fromStripeInvoice(one)),
    prorationCents: sumOfBill(pending, subscription),
    currency: subscription.currency ?? item?.price.currency ?? 'usd',
    periodEndsAt: dateOrNull(item?.current_period_end),
  };
}

async function findCharge(stripe: Stripe, id: string) {
  const charge = await stripe.charges.retrieve(id).catch(nullIfMissing);
  if (!charge) return null;
  return {
    id,
    customerId: idOf(charge.customer),
    invoiceId: await findInvoice(stripe, idOf(charge.payment_intent)),
    refundedCents: charge.amount_refunded,
    isDisputed: charge.disputed === true && (await hasOpenDispute(stripe, id)),
    currency: charge.currency,
  };
}

const sumOfLines = (pending: Stripe.InvoiceItem[]): number =>
  pending.reduce((sum, { amount }) => sum + amount, 0);

/**
 * The charge of a bill of pending items, or the credit that is negative: an expanded customer's balance is part of it. Source:
 * Stripe docs, "Customer credit balance".
 */
export function sumOfBill(pending: Stripe.InvoiceItem[], { customer }: Stripe.Subscription): number {
  const sum = sumOfLines(pending);
  const balance = typeof customer === 'string' || customer.deleted ? 0 : (customer.balance ?? 0);
  return sum > 0 ? Math.max(0, sum + balance) : sum + Math.min(0, balance);
}

const idOf = (named: string | { id: string } | null | undefined): string | null =>
  typeof named === 'string' ? named : (named?.id ?? null);

/** The invoice that a payment paid. Source: Stripe API, "Invoice Payment". */
async function findInvoice(stripe: Stripe, paymentIntent: string | null): Promise<string | null> {
  if (paymentIntent === null) return null;
  const { data } = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: paymentIntent },
    limit: 1,
  });
  return idOf(data[0]?.invoice);
}

/**
 * The open invoice whose payment waits for the customer; null if there is none. Source: Stripe docs, "Strong Customer
 * Authentication", "Payments that require action".
 */
export async function findUnconfirmed(stripe: Stripe, invoices: Stripe.Invoice[]): Promise<string | null> {
  const open = invoices.find(({ status, amount_due: due }) => status === 'open' && due > 0);
  if (!open) return null;
  const { data } = await stripe.invoicePayments.list({
    ...{ invoice: open.id, limit: PAGE_MAX },
    expand: ['data.payment.payment_intent'],
  });
  const waits = data.some(({ payment: { payment_intent: intent } }) => {
    if (!intent || typeof intent === 'string') return false;
    return intent.status === 'requires_action' || isUnconfirmed(intent.last_payment_error ?? {});
  });
  return waits ? open.id : null;
}

/**
 * `disputed` stays true for ever; a dispute that was won, or an inquiry that was closed, leaves the money where it is.
 * Source: Stripe API, "Dispute", `status`.
 */
async function hasOpenDispute(stripe: Stripe, charge: string): Promise<boolean> {
  const { data } = await stripe.disputes.list({ charge, limit: PAGE_MAX });
  return data.some(({ status }) => !SETTLED_DISPUTES.includes(status));
}

const SETTLED_DISPUTES = ['won', 'warning_closed', 'prevented'];

const customerOf = ({ customer }: Stripe.Subscription) =>
  typeof customer === 'string' ? customer : customer.id;

/**
 * Invoices to be paid, also those Stripe still prepares: after a renewal it waits about an hour, and then charges.
 * Source: Stripe docs, "Subscription invoices".
 */
async function listUnpaid(stripe: Stripe, subscription: Stripe.Subscription): Promise<Stripe.Invoice[]> {
  const filter = { customer: customerOf(subscription), subscription: subscription.id, limit: PAGE_MAX };
  const lists = await Promise.all(
    (['open', 'draft'] as const).map((status) => stripe.invoices.list({ ...filter, status })),
  );
  const found = lists.flatMap(({ data }) => data);
  const unpaid = found.filter(
    ({ status, amount_due: due }) => (status === 'open' || status === 'draft') && due > 0,
  );
  return [...new Map(unpaid.map((invoice) => [invoice.id, invoice])).values()];
}

/** Prorations that wait for the next invoice, latest first. */
export async function listPending(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<Stripe.InvoiceItem[]> {
  const filter = { customer: customerOf(subscription), pending: true, limit: PAGE_MAX };
  // A customer who is gone has nothing pending.
  const found = await stripe.invoiceItems.list(filter).catch(nullIfMissing);
  return (found?.data ?? []).filter(({ parent, invoice }) => {
    const of = parent?.subscription_details?.subscription;
    return !invoice && (of == null || of === subscription.id);
  });
}

async function voidOnce(stripe: Stripe, id: string): Promise<void> {
  const { status } = await stripe.invoices.retrieve(id);
  // Only a finalized invoice can be voided; without auto_advance, Stripe does not charge it in between.
  if (status === 'draft') await stripe.invoices.finalizeInvoice(id, { auto_advance: false });
  if (status !== 'draft' && status !== 'open' && status !== 'uncollectible') return;
  await stripe.invoices.voidInvoice(id).catch(async (error: unknown) => {
    // A job that finishes the same cancellation may have been faster.
    if ((await stripe.invoices.retrieve(id)).status !== 'void') throw error;
  });
}

/** Deletes what is pending, if it is to be charged, and takes away the units that it was for. */
async function dropPending(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const pending = await listPending(stripe, subscription);
  if (sumOfLines(pending) <= 0) return;
  const [item] = subscription.items.data;
  // The oldest credit is for the units that were billed last. Source: Stripe API, `quantity` of an invoice item.
  const billed = pending.findLast(({ amount }) => amount < 0)?.quantity;
  if (item && billed) {
    const items = [{ id: item.id, quantity: billed }];
    await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'none' });
  }
  // Credits first: whatever happens to us in between, no credit is left alone.
  const inOrder = [...pending].sort((a, b) => a.amount - b.amount);
  for (const { id } of inOrder) await stripe.invoiceItems.del(id).catch(nullIfMissing);
}

/** An invoice of what is pending; null if another request was faster. If we die now, Stripe itself charges it. */
async function invoicePending(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  hasAutomaticTax: boolean,
): Promise<Stripe.Invoice | null> {
  const draft = await stripe.invoices
    .create({
      customer: customerOf(subscription),
      subscription: subscription.id,
      pending_invoice_items_behavior: 'include',
      auto_advance: true,
      ...(hasAutomaticTax ? { automatic_tax: { enabled: true } } : {}),
    })
    .catch((error: unknown) => {
      if (readErrorCode(error) === 'invoice_no_customer_line_items') return null;
      if (readErrorCode(error) === 'invoice_no_subscription_line_items') return null;
      throw error;
    });
  return draft;
}

/** Pays an invoice at once, unless it is paid already: by another request, or from the customer's credit. */
async function payInvoice(stripe: Stripe, { id, status }: Stripe.Invoice): Promise<void> {
  const finalized = status === 'draft' ? await stripe.invoices.finalizeInvoice(id) : { status };
  if (finalized.status !== 'open' && finalized.status !== 'uncollectible') return;
  try {
    await stripe.invoices.pay(id);
  } catch (error) {
    const { status: after } = await stripe.invoices.retrieve(id);
    if (after !== 'paid') throw error;
  }
}
