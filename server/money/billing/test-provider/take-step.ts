import { newId } from '#server/db/new-id.ts';
import type { Entry, Ledger } from './ledger.ts';
import { endRetries, type LifeStep, nextStep, startRetries } from './subscription-life.ts';
import type { TestInvoice, TestSubscription } from './test-objects.ts';

/** Steps in the lives of subscriptions and bills: they are written down, and told in events. */

/** How long a draft may be changed before it is charged. Source: Stripe docs, "Subscription invoices". */
const DRAFT_MS = 60 * 60 * 1000;

/** Records an event and delivers it, signed, to the webhook. */
export async function emitEvent(
  ledger: Ledger,
  customer: string,
  type: string,
  object: Record<string, unknown>,
): Promise<void> {
  const id = `evt_test_${newId()}`;
  const created = Math.floor(ledger.now().getTime() / 1000);
  const data = { object: { ...object, customer } };
  await ledger.put('event', id, customer, { id, object: 'event', type, created, livemode: false, data });
  await ledger.deliver(id);
}

/** Records what happened to a subscription, and sends the events. */
export async function takeStep(
  ledger: Ledger,
  customer: string,
  { subscription, invoice, events }: LifeStep,
): Promise<void> {
  await ledger.put('subscription', subscription.id, customer, subscription);
  const bill = invoice ? await keepInvoice(ledger, customer, subscription, invoice) : null;
  const metadata = { userId: (await ledger.find('customer', customer))?.userId ?? '' };
  for (const type of events) {
    const { id, status } = (type.startsWith('invoice.') && bill) || subscription;
    const object =
      id === bill?.id ? { object: 'invoice', metadata: {} } : { object: 'subscription', metadata };
    await emitEvent(ledger, customer, type, { ...object, id, status });
  }
}

/** Invoices of earlier releases do not name their subscription: each customer had one at a time. */
const isOpenOf =
  ({ id }: TestSubscription) =>
  ({ status, subscriptionId = id }: TestInvoice): boolean =>
    status === 'open' && subscriptionId === id;

/** The number of a customer's next bill. */
export const numberAfter = (bills: TestInvoice[]): string =>
  `TEST-${String(bills.length + 1).padStart(4, '0')}`;

async function keepInvoice(
  ledger: Ledger,
  customer: string,
  subscription: TestSubscription,
  { status, cents, hasProrations = false, isRetry, at }: NonNullable<LifeStep['invoice']>,
): Promise<TestInvoice> {
  const known = await ledger.list('invoice', customer);
  const open = isRetry ? known.find(isOpenOf(subscription)) : undefined;
  const bill: TestInvoice = {
    id: open?.id ?? `in_test_${newId()}`,
    number: open?.number ?? numberAfter(known),
    subscriptionId: subscription.id,
    status,
    cents: open?.cents ?? cents,
    hasProrations: open?.hasProrations ?? hasProrations,
    createdAt: open?.createdAt ?? at,
    paidAt: status === 'paid' ? at : null,
  };
  await ledger.put('invoice', bill.id, customer, bill);
  return bill;
}

/** Makes a draft a bill that is due; one of nothing is paid with that. */
export async function finalizeInvoice(ledger: Ledger, draft: Entry<'invoice'>): Promise<Entry<'invoice'>> {
  const { id, customer, cents } = draft;
  const at = ledger.now().toISOString();
  const bill = {
    ...draft,
    status: cents > 0 ? ('open' as const) : ('paid' as const),
    paidAt: cents > 0 ? null : at,
  };
  await ledger.put('invoice', id, customer, bill);
  return bill;
}

/** Charges an open bill now; false if the card is declined, and the subscription then has a failing charge. */
export async function collectInvoice(ledger: Ledger, bill: Entry<'invoice'>): Promise<boolean> {
  const { id, customer } = bill;
  const all = await ledger.list('subscription', customer);
  const isRunning = ({ status }: TestSubscription) => status !== 'canceled';
  const subscription = all.find((one) => one.id === bill.subscriptionId) ?? all.find(isRunning) ?? all[0];
  const at = ledger.now().toISOString();
  const isPaid = subscription?.isCardGood === true;
  if (isPaid) await ledger.put('invoice', id, customer, { ...bill, status: 'paid', paidAt: at });
  const status = isPaid ? 'paid' : 'open';
  const type = isPaid ? 'invoice.paid' : 'invoice.payment_failed';
  await emitEvent(ledger, customer, type, { object: 'invoice', id, status, metadata: {} });
  if (!subscription) return isPaid;
  const isOwing = (await ledger.list('invoice', customer)).some(isOpenOf(subscription));
  const step = isOwing ? startRetries(subscription, at) : endRetries(subscription);
  if (step) await takeStep(ledger, customer, step);
  return isPaid;
}

/** Processes everything that is due by now, under the lock on the customer. */
export async function processDue(ledger: Ledger, customer: string): Promise<void> {
  for (const draft of await listDueDrafts(ledger, customer)) {
    const bill = await finalizeInvoice(ledger, draft);
    if (bill.status === 'open') await collectInvoice(ledger, bill);
  }
  for (const subscription of await ledger.list('subscription', customer)) {
    let current: TestSubscription = subscription;
    for (let step = nextStep(current, ledger.now()); step; step = nextStep(current, ledger.now())) {
      await takeStep(ledger, customer, step);
      current = step.subscription;
    }
  }
}

/**
 * Whoever reads a customer's objects reads them as they are by now; the lock is taken only if something is due. True if
 * it was.
 */
export async function followTime(ledger: Ledger, customer: string): Promise<boolean> {
  const subscriptions = await ledger.list('subscription', customer);
  const drafts = await listDueDrafts(ledger, customer);
  if (drafts.length === 0 && !subscriptions.some((one) => nextStep(one, ledger.now()))) return false;
  await ledger.withCustomer(customer, (inside) => processDue(inside, customer));
  return true;
}

async function listDueDrafts(ledger: Ledger, customer: string): Promise<Entry<'invoice'>[]> {
  const until = new Date(ledger.now().getTime() - DRAFT_MS).toISOString();
  const all = await ledger.list('invoice', customer);
  return all.filter(({ status, createdAt }) => status === 'draft' && createdAt <= until);
}
