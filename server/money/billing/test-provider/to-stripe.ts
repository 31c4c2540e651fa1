import type Stripe from 'stripe';
import { monthlyCents } from '#shared/money/subscription.ts';
import type { Entry } from './ledger.ts';
import { findCredit, readPendingItems } from './pending-items.ts';

/** The test provider's objects as Stripe's API shows them, in the library's own types as far as our code reads them. */

/** Some fields of an object: one that the library renames no longer compiles here. */
type Some<Shape> = Shape extends object ? { [Field in keyof Shape]?: Some<Shape[Field]> } : Shape;

/** The only price there: $5 per month for each card. */
export const TEST_PRICE = {
  id: 'price_test_card',
  object: 'price',
  unit_amount: monthlyCents(1),
  currency: 'usd',
  active: true,
  billing_scheme: 'per_unit',
  livemode: false,
  tax_behavior: 'unspecified',
  transform_quantity: null,
  type: 'recurring',
  recurring: {
    interval: 'month',
    interval_count: 1,
    usage_type: 'licensed',
    trial_period_days: null,
    meter: null,
  },
} satisfies Some<Stripe.Price>;

/** Paths of the pages on which customers pay, manage their subscription and read a bill. */
export const TEST_PROVIDER_PATHS = {
  checkout: '/test-provider/checkout',
  portal: '/test-provider/portal',
  invoice: '/test-provider/invoice',
} as const;

/** Test cards are good for years. */
const CARD_ENDS_AT = '2039-12-31T23:59:59.999Z';

/** With their fractions, so that both releases read one time where two run beside each other. */
const toUnixTime = (iso: string) => new Date(iso).getTime() / 1000;
const unixTimeOrNull = (iso: string | null) => (iso === null ? null : toUnixTime(iso));

export const toStripeCustomer = (
  { id, userId, email, fullName, installation }: Entry<'customer'>,
  subscriptions: Entry<'subscription'>[],
) =>
  ({
    id,
    object: 'customer',
    email,
    name: fullName,
    metadata: { userId, ...(installation ? { installation } : {}) },
    // Negative: the next bill is less by that.
    balance: subscriptions.reduce((sum, one) => sum - findCredit(one), 0),
  }) satisfies Some<Stripe.Customer>;

export const toStripeSession = ({ id, customer, userId, status }: Entry<'session'>, origin: string) =>
  ({
    id,
    object: 'checkout.session',
    url: status === 'open' ? `${origin}${TEST_PROVIDER_PATHS.checkout}/${id}` : null,
    status,
    customer,
    client_reference_id: userId,
  }) satisfies Some<Stripe.Checkout.Session>;

export function toStripeSubscription(
  subscription: Entry<'subscription'>,
  customer: ReturnType<typeof toStripeCustomer>,
) {
  const { id, status, quantity, isCancelled, periodStartsAt, periodEndsAt } = subscription;
  const { startedAt, trialEndsAt, endedAt, cardEndsAt = CARD_ENDS_AT } = subscription;
  const ends = new Date(cardEndsAt);
  const item = {
    id: itemOf(id),
    quantity,
    current_period_start: toUnixTime(periodStartsAt),
    current_period_end: toUnixTime(periodEndsAt),
    price: TEST_PRICE,
  } satisfies Some<Stripe.SubscriptionItem>;
  return {
    id,
    object: 'subscription',
    customer,
    status,
    currency: TEST_PRICE.currency,
    created: toUnixTime(startedAt),
    trial_end: unixTimeOrNull(trialEndsAt),
    cancel_at: isCancelled ? item.current_period_end : null,
    cancel_at_period_end: isCancelled,
    ended_at: unixTimeOrNull(endedAt),
    metadata: { userId: customer.metadata.userId },
    default_payment_method: {
      id: `pm_${id}`,
      type: 'card',
      card: {
        brand: 'test card',
        last4: '',
        exp_month: ends.getUTCMonth() + 1,
        exp_year: ends.getUTCFullYear(),
      },
    },
    items: { object: 'list', data: [item] },
  } satisfies Some<Stripe.Subscription>;
}

export const itemOf = (subscriptionId: string): string => subscriptionId.replace(/^sub_/, 'si_');

export const toStripeInvoice = (
  { id, customer, number, status, cents, hasProrations, createdAt, paidAt, subscriptionId }: Entry<'invoice'>,
  origin: string,
) =>
  ({
    id,
    object: 'invoice',
    customer,
    number,
    status,
    amount_due: cents,
    amount_paid: status === 'paid' ? cents : 0,
    total: cents,
    currency: TEST_PRICE.currency,
    created: toUnixTime(createdAt),
    total_taxes: null,
    lines: {
      object: 'list',
      data: hasProrations
        ? [
            {
              object: 'line_item',
              amount: cents,
              parent: { subscription_item_details: { proration: true } },
            },
          ]
        : [],
    },
    hosted_invoice_url: `${origin}${TEST_PROVIDER_PATHS.invoice}/${id}`,
    status_transitions: { paid_at: unixTimeOrNull(paidAt) },
    parent: subscriptionId
      ? { type: 'subscription_details', subscription_details: { subscription: subscriptionId } }
      : null,
  }) satisfies Some<Stripe.Invoice>;

/** The items of a subscription's next bill, latest first. */
export const toStripeItems = (subscription: Entry<'subscription'>) =>
  readPendingItems(subscription)
    .map(
      ({ id, cents, quantity }) =>
        ({
          id,
          object: 'invoiceitem',
          customer: subscription.customer,
          amount: cents,
          quantity,
          currency: TEST_PRICE.currency,
          invoice: null,
          proration: true,
          parent: {
            type: 'subscription_details',
            subscription_details: { subscription: subscription.id },
          },
        }) satisfies Some<Stripe.InvoiceItem>,
    )
    .reverse();

export const toStripePayment = ({ id, status }: Entry<'invoice'>) =>
  ({
    id: `inpay_${id}`,
    object: 'invoice_payment',
    invoice: id,
    payment: {
      type: 'payment_intent',
      payment_intent: {
        id: id.replace(/^in_/, 'pi_'),
        object: 'payment_intent',
        status: status === 'paid' ? 'succeeded' : 'requires_payment_method',
      },
    },
  }) satisfies object;

/** Each invoice is paid by one charge in one payment, both named after it. */
export const toStripeCharge = ({ id, customer, cents, refundedCents = 0 }: Entry<'invoice'>) =>
  ({
    id: id.replace(/^in_/, 'ch_'),
    object: 'charge',
    customer,
    payment_intent: id.replace(/^in_/, 'pi_'),
    amount_refunded: refundedCents,
    refunded: refundedCents === cents && cents > 0,
    disputed: false,
    currency: TEST_PRICE.currency,
  }) satisfies Some<Stripe.Charge>;
