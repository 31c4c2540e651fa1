import type Stripe from 'stripe';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createOnce } from './create-once.ts';
import { type AskStripe, nullIfForbidden, nullIfMissing, PAGE_MAX } from './stripe-client.ts';
import { findUnconfirmed, listPending, sumOfBill } from './stripe-invoices.ts';
import { requireOurAccount } from './stripe-price.ts';
import { fromStripeInvoice, isCancelled, readCancellation, toSubscription } from './stripe-read.ts';

/** Where Stripe keeps the card that is charged. */
const PAYMENT_CARD = ['data.default_payment_method', 'data.customer.invoice_settings.default_payment_method'];

type Subscriptions = Pick<
  BillingProvider,
  'fetchTruth' | 'setQuantity' | 'setCancelled' | 'setTrialEnd' | 'endTrial' | 'endNow'
>;

/** Subscriptions at Stripe: reads their current state, and changes it. */
export const createStripeSubscriptions = (
  ask: AskStripe,
  { retryDays, ...settings }: { priceId: string; retryDays?: number | undefined },
): Subscriptions => ({
  fetchTruth: (customer) =>
    ask(async (stripe) => {
      const [subscriptions, invoices] = await Promise.all([
        stripe.subscriptions
          .list({ customer, status: 'all', limit: PAGE_MAX, expand: PAYMENT_CARD })
          .catch(nullIfMissing),
        stripe.invoices.list({ customer, limit: PAGE_MAX }).catch(nullIfMissing),
      ]);
      if (!subscriptions || !invoices) {
        await requireOurAccount(stripe, settings);
        return { subscriptions: [], invoices: [] };
      }
      const complete = async (one: Stripe.Subscription) => {
        const [nextCents, pendingCents] = await Promise.all([
          previewNextCents(stripe, one),
          sumPendingCents(stripe, one),
        ]);
        return toSubscription(one, { invoices: invoices.data, nextCents, pendingCents, retryDays });
      };
      const isFailing = subscriptions.data.some(({ status }) => status === 'past_due');
      // Only the words of a mail depend on it, and a restricted key may not read payments.
      const unconfirmed = isFailing
        ? await findUnconfirmed(stripe, invoices.data).catch(nullIfForbidden)
        : null;
      return {
        subscriptions: await Promise.all(subscriptions.data.map(complete)),
        invoices: invoices.data.map((one) => fromStripeInvoice(one, one.id === unconfirmed)),
      };
    }),
  setQuantity: (id, quantity) =>
    ask(async (stripe) => {
      const subscription = await stripe.subscriptions.retrieve(id);
      const [item] = subscription.items.data;
      if (!item) throw new Error(`Subscription ${id} has no item.`);
      if (isCancelled(subscription)) return;
      await stripe.subscriptions.update(id, {
        items: [{ id: item.id, quantity }],
        proration_behavior: 'create_prorations',
      });
    }),
  setCancelled: (id, shallCancel) =>
    ask(async (stripe) => {
      const change = readCancellation(await stripe.subscriptions.retrieve(id), shallCancel);
      await stripe.subscriptions.update(id, change);
    }),
  setTrialEnd: (id, trialEndsAt) =>
    ask(async (stripe) => {
      const trial_end = Math.floor(trialEndsAt.getTime() / 1000);
      await stripe.subscriptions.update(id, { trial_end, proration_behavior: 'none' });
    }),
  endTrial: (id, quantity) => ask((stripe) => endTrial(stripe, id, quantity)),
  endNow: (id) => ask((stripe) => endNow(stripe, id)),
});

/** A double press charges once: the key is that of the payment card and the number, so that others are tried anew. */
async function endTrial(stripe: Stripe, id: string, quantity: number): Promise<void> {
  const {
    status,
    items: billed,
    ...paying
  } = await stripe.subscriptions.retrieve(id, { expand: ['customer'] });
  if (status !== 'trialing') return;
  const [item] = billed.data;
  if (!item) throw new Error(`Subscription ${id} has no item.`);
  // Without this, a declined charge would end the trial, too. Source: Stripe API, "Update a subscription".
  const orNothing = { payment_behavior: 'error_if_incomplete', proration_behavior: 'none' } as const;
  const items = [{ id: item.id, quantity }];
  await createOnce(`end-trial-${id}-${quantity}-${nameCard(paying)}`, (options) =>
    stripe.subscriptions.update(id, { trial_end: 'now', items, ...orNothing }, options),
  );
}

function nameCard({
  default_payment_method: own,
  customer,
}: Pick<Stripe.Subscription, 'default_payment_method' | 'customer'>): string {
  const usual =
    typeof customer === 'string' || customer.deleted
      ? null
      : customer.invoice_settings?.default_payment_method;
  const card = own ?? usual;
  return typeof card === 'string' ? card : (card?.id ?? 'none');
}

async function endNow(stripe: Stripe, id: string): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id).catch(nullIfMissing);
  if (!subscription || subscription.status === 'canceled') return;
  // Pending items would otherwise be billed with the customer's next invoice.
  for (const { id: item } of await listPending(stripe, subscription)) {
    await stripe.invoiceItems.del(item).catch(nullIfMissing);
  }
  await stripe.subscriptions.cancel(id, { invoice_now: false, prorate: false }).catch(nullIfMissing);
}

/** The sum that waits for the end of a cancelled subscription. One that renews bills it with the renewal. */
async function sumPendingCents(stripe: Stripe, subscription: Stripe.Subscription): Promise<number> {
  if (subscription.ended_at || !isCancelled(subscription)) return 0;
  return sumOfBill(await listPending(stripe, subscription), subscription);
}

/** Stripe's next renewal, including prorations; a trial has none, and a cancelled subscription does not renew. */
async function previewNextCents(stripe: Stripe, subscription: Stripe.Subscription): Promise<number | null> {
  if (!['active', 'past_due'].includes(subscription.status) || isCancelled(subscription)) return null;
  // Only a convenience on the screen: reading the subscription must not fail because of it.
  const preview = await stripe.invoices.createPreview({ subscription: subscription.id }).catch(() => null);
  return preview?.amount_due ?? null;
}
