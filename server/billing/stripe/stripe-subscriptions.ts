import type Stripe from 'stripe';
import type {
  BillingProvider,
  ProviderInvoice,
  ProviderSubscription,
} from '#server/infra/billing-provider.ts';
import { INVOICE_STATUSES, PROVIDER_STATUSES } from '#shared/billing.ts';
import { type AskStripe, nullIfMissing, PAGE_MAX } from './stripe-client.ts';

type Subscriptions = Pick<
  BillingProvider,
  'fetchTruth' | 'setQuantity' | 'setCancelled' | 'setTrialEnd' | 'endNow'
>;

/** Subscriptions at Stripe and their invoices: reads their current state, and changes it. */
export const createStripeSubscriptions = (ask: AskStripe): Subscriptions => ({
  fetchTruth: (customer) =>
    ask(async (stripe) => {
      const [subscriptions, invoices] = await Promise.all([
        stripe.subscriptions.list({ customer, status: 'all', limit: PAGE_MAX }),
        stripe.invoices.list({ customer, limit: PAGE_MAX }),
      ]);
      return {
        subscriptions: await Promise.all(
          subscriptions.data.map(async (one) => toSubscription(one, await nextCentsOf(stripe, one))),
        ),
        invoices: invoices.data.map(toInvoice),
      };
    }),
  setQuantity: (id, quantity) =>
    ask(async (stripe) => {
      const item = await itemOf(stripe, id);
      await stripe.subscriptions.update(id, {
        items: [{ id: item.id, quantity }],
        proration_behavior: 'create_prorations',
      });
    }),
  setCancelled: (id, isCancelled) =>
    ask(async (stripe) => {
      // A cancellation made in the portal may be set as a date instead of the flag; both cannot be sent at once.
      const { cancel_at: date, cancel_at_period_end: hasFlag } = await stripe.subscriptions.retrieve(id);
      const change =
        isCancelled || hasFlag || date === null
          ? { cancel_at_period_end: isCancelled }
          : { cancel_at: '' as const };
      await stripe.subscriptions.update(id, change);
    }),
  setTrialEnd: (id, trialEndsAt) =>
    ask(async (stripe) => {
      const trial_end = Math.floor(trialEndsAt.getTime() / 1000);
      await stripe.subscriptions.update(id, { trial_end, proration_behavior: 'none' });
    }),
  endNow: (id) =>
    ask(async (stripe) => {
      await stripe.subscriptions.cancel(id).catch(nullIfMissing);
    }),
});

async function itemOf(stripe: Stripe, subscriptionId: string): Promise<Stripe.SubscriptionItem> {
  const { items } = await stripe.subscriptions.retrieve(subscriptionId);
  const [item] = items.data;
  if (!item) throw new Error(`Subscription ${subscriptionId} has no item.`);
  return item;
}

const dateOf = (seconds: number) => new Date(seconds * 1000);
const dateOrNull = (seconds: number | null | undefined) => (seconds == null ? null : dateOf(seconds));

/** Stripe's next charge, including prorations; a trial has none, and a cancelled subscription does not renew. */
async function nextCentsOf(
  stripe: Stripe,
  { id, status, ...ends }: Stripe.Subscription,
): Promise<number | null> {
  if (status !== 'active' || ends.cancel_at_period_end || ends.cancel_at !== null) return null;
  // Only a convenience on the screen: reading the subscription must not fail because of it.
  const preview = await stripe.invoices.createPreview({ subscription: id }).catch(() => null);
  return preview?.amount_due ?? null;
}

function toSubscription(subscription: Stripe.Subscription, nextCents: number | null): ProviderSubscription {
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt, cancel_at_period_end: cancelsAtPeriodEnd } = subscription;
  const periodEndsAt = dateOrNull(item?.current_period_end);
  return {
    id: subscription.id,
    // A status newer than this code grants nothing until we know what it means.
    status: PROVIDER_STATUSES.find((known) => known === subscription.status) ?? 'paused',
    quantity: item?.quantity ?? 1,
    startedAt: dateOf(subscription.created),
    trialEndsAt: dateOrNull(subscription.trial_end),
    periodEndsAt,
    cancelsAt: cancelAt === null && cancelsAtPeriodEnd ? periodEndsAt : dateOrNull(cancelAt),
    endedAt: dateOrNull(subscription.ended_at),
    nextCents,
  };
}

function toInvoice(invoice: Stripe.Invoice): ProviderInvoice {
  return {
    id: invoice.id,
    number: invoice.number,
    status: INVOICE_STATUSES.find((known) => known === invoice.status) ?? 'draft',
    cents: invoice.status === 'paid' ? invoice.amount_paid : invoice.amount_due,
    createdAt: dateOf(invoice.created),
    paidAt: dateOrNull(invoice.status_transitions.paid_at),
    url: invoice.hosted_invoice_url ?? null,
  };
}
