import Stripe from 'stripe';

/** Stripe's objects as the local server keeps them, with the SDK's own types: a renamed field fails the type check. */

export const KEYS = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local', priceId: 'price_local' };

export type Subscription = Pick<
  Stripe.Subscription,
  'id' | 'status' | 'created' | 'trial_end' | 'cancel_at' | 'cancel_at_period_end' | 'ended_at'
> & {
  object: 'subscription';
  customer: string;
  metadata: Stripe.Metadata;
  items: {
    object: 'list';
    data: (Pick<Stripe.SubscriptionItem, 'id' | 'quantity' | 'current_period_end'> & {
      price: { id: string };
    })[];
  };
};
export type Invoice = Pick<
  Stripe.Invoice,
  'id' | 'number' | 'status' | 'amount_paid' | 'amount_due' | 'created' | 'hosted_invoice_url'
> & {
  object: 'invoice';
  customer: string;
  status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'paid_at'>;
};
export type Customer = Pick<Stripe.Customer, 'id' | 'email' | 'name' | 'metadata'> & { object: 'customer' };
export type Session = Pick<
  Stripe.Checkout.Session,
  'id' | 'url' | 'status' | 'client_reference_id' | 'success_url'
> & {
  object: 'checkout.session';
  customer: string;
  /** The parameters of the request. */
  asked: Form;
};
export type Price = Pick<Stripe.Price, 'id' | 'unit_amount' | 'currency'> & {
  object: 'price';
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
};
/** The price that the product requests: $5 per month. */
export const PRICE: Pick<Price, 'unit_amount' | 'currency' | 'recurring'> = {
  unit_amount: 500,
  currency: 'usd',
  recurring: { interval: 'month', interval_count: 1 },
};
export type Form = Record<string, string>;

const DAY = 86_400;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

/** The nested names of a form, `metadata[userId]`, as an object. */
export function metadataOf(form: Form, prefix = 'metadata'): Stripe.Metadata {
  const names = Object.keys(form).filter((name) => name.startsWith(`${prefix}[`));
  return Object.fromEntries(names.map((name) => [name.slice(prefix.length + 1, -1), form[name] ?? '']));
}

/** The subscription that a completed checkout starts. */
export function subscriptionOf(
  { asked, customer }: Session,
  { id, itemId }: { id: string; itemId: string },
  now: Date,
): Subscription {
  const days = Number(asked['subscription_data[trial_period_days]'] ?? 0);
  const end = secondsOf(now) + (days || 30) * DAY;
  const item = {
    id: itemId,
    quantity: Number(asked['line_items[0][quantity]']),
    current_period_end: end,
    price: { id: KEYS.priceId },
  };
  return {
    id,
    object: 'subscription',
    customer,
    status: days ? 'trialing' : 'active',
    created: secondsOf(now),
    trial_end: days ? end : null,
    cancel_at: null,
    cancel_at_period_end: false,
    ended_at: null,
    metadata: metadataOf(asked, 'subscription_data[metadata]'),
    items: { object: 'list', data: [item] },
  };
}

let events = 0;

/** An event as Stripe signs and sends it: body and header, made by the SDK itself. */
export function stripeEvent(type: string, object: object, now: Date): { body: string; signature: string } {
  events += 1;
  const created = secondsOf(now);
  const body = JSON.stringify({
    id: `evt_local${events}`,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object },
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: KEYS.webhookSecret,
    timestamp: created,
  });
  return { body, signature };
}
