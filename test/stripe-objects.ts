import Stripe from 'stripe';

/** Stripe's objects as the local server keeps them, with the SDK's own types: a renamed field fails the type check. */

export const KEYS = { secretKey: 'sk_test_local', webhookSecret: 'whsec_local', priceId: 'price_local' };

/** The form of a call. */
export async function bodyOf(request: AsyncIterable<unknown>): Promise<Form> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return Object.fromEntries(new URLSearchParams(text));
}

/** An answer that is an error, as Stripe words it. */
export class Refusal extends Error {
  readonly type: string;
  readonly code: string | undefined;
  constructor(
    readonly status: number,
    message: string,
    { type = 'invalid_request_error', code }: { type?: string; code?: string } = {},
  ) {
    super(message);
    this.type = type;
    this.code = code;
  }
}

type ItemPrice = Pick<Stripe.Price, 'id' | 'unit_amount' | 'currency'> & {
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>;
};
export type Subscription = Pick<
  Stripe.Subscription,
  'id' | 'status' | 'created' | 'trial_end' | 'cancel_at' | 'cancel_at_period_end' | 'ended_at'
> & {
  object: 'subscription';
  customer: string;
  metadata: Stripe.Metadata;
  items: {
    object: 'list';
    data: (Pick<
      Stripe.SubscriptionItem,
      'id' | 'quantity' | 'current_period_start' | 'current_period_end'
    > & {
      price: ItemPrice;
    })[];
  };
};
export type Invoice = Pick<
  Stripe.Invoice,
  | 'id'
  | 'number'
  | 'status'
  | 'amount_paid'
  | 'amount_due'
  | 'created'
  | 'currency'
  | 'hosted_invoice_url'
  | 'total_taxes'
> & {
  object: 'invoice';
  customer: string;
  subscription?: string;
  status_transitions: Pick<Stripe.Invoice.StatusTransitions, 'paid_at'>;
};
export type InvoiceItem = Pick<
  Stripe.InvoiceItem,
  'id' | 'amount' | 'quantity' | 'currency' | 'proration'
> & {
  object: 'invoiceitem';
  customer: string;
  invoice: string | null;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
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
export type Price = Pick<
  Stripe.Price,
  | 'id'
  | 'unit_amount'
  | 'currency'
  | 'active'
  | 'billing_scheme'
  | 'livemode'
  | 'tax_behavior'
  | 'transform_quantity'
  | 'type'
> & {
  object: 'price';
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count' | 'usage_type' | 'trial_period_days'>;
};
export type Charge = Pick<Stripe.Charge, 'id' | 'amount_refunded' | 'currency' | 'disputed' | 'refunded'> & {
  object: 'charge';
  customer: string;
  payment_intent: string;
};
/** The price that the product requests: $5 per month. */
export const PRICE: Omit<Price, 'id' | 'object'> = {
  unit_amount: 500,
  currency: 'usd',
  active: true,
  billing_scheme: 'per_unit',
  livemode: false,
  tax_behavior: 'unspecified',
  transform_quantity: null,
  type: 'recurring',
  recurring: { interval: 'month', interval_count: 1, usage_type: 'licensed', trial_period_days: null },
};
export type Form = Record<string, string>;

const DAY = 86_400;
const secondsOf = (date: Date) => Math.floor(date.getTime() / 1000);

/** The nested names of a form, `metadata[userId]`, as an object. */
export function readMetadata(form: Form, prefix = 'metadata'): Stripe.Metadata {
  const names = Object.keys(form).filter((name) => name.startsWith(`${prefix}[`));
  return Object.fromEntries(names.map((name) => [name.slice(prefix.length + 1, -1), form[name] ?? '']));
}

/** The subscription that a completed checkout starts. */
export function createSubscription(
  { asked, customer }: Session,
  { id, itemId }: { id: string; itemId: string },
  now: Date,
): Subscription {
  const days = Number(asked['subscription_data[trial_period_days]'] ?? 0);
  const end = secondsOf(now) + (days || 30) * DAY;
  const item = {
    id: itemId,
    quantity: Number(asked['line_items[0][quantity]']),
    current_period_start: secondsOf(now),
    current_period_end: end,
    price: { id: KEYS.priceId, ...PRICE },
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
    metadata: readMetadata(asked, 'subscription_data[metadata]'),
    items: { object: 'list', data: [item] },
  };
}

let events = 0;

/** An event as Stripe signs and sends it: body and header, made by the SDK itself. */
export function stripeEvent(
  type: string,
  object: object,
  now: Date,
  more: object = {},
): { body: string; signature: string } {
  events += 1;
  const created = secondsOf(now);
  const body = JSON.stringify({
    id: `evt_local${events}`,
    object: 'event',
    type,
    created,
    livemode: false,
    data: { object },
    ...more,
  });
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload: body,
    secret: KEYS.webhookSecret,
    timestamp: created,
  });
  return { body, signature };
}
