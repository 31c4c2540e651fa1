import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { toSubscription } from './stripe-read.ts';

const visa = { card: { brand: 'visa', last4: '4242', exp_month: 6, exp_year: 2026 } };
const amex = { card: { brand: 'american_express', last4: '0005', exp_month: 12, exp_year: 2027 } };
/** A subscription as Stripe answers it, with what names the payment card. */
const cardOf = (more: object) =>
  toSubscription({ items: { data: [] }, created: 0, ...more } as unknown as Stripe.Subscription, {
    invoices: [],
    nextCents: null,
    pendingCents: 0,
  }).paymentCard;

it('The payment card is the subscription’s own, otherwise the customer’s, to the end of its last month', () => {
  const customer = { invoice_settings: { default_payment_method: amex } };
  expect(cardOf({ default_payment_method: visa, customer })).toEqual({
    label: 'Visa ending in 4242',
    endsAt: new Date('2026-06-30T23:59:59.999Z'),
  });
  expect(cardOf({ default_payment_method: null, customer })).toEqual({
    label: 'American Express ending in 0005',
    endsAt: new Date('2027-12-31T23:59:59.999Z'),
  });
});

it.each([
  { default_payment_method: null, customer: 'cus_1' },
  { default_payment_method: 'pm_1', customer: 'cus_1' },
  { customer: { deleted: true } },
  { default_payment_method: { type: 'sepa_debit' }, customer: { invoice_settings: {} } },
])('The payment card is not known of %j', (more) => {
  expect(cardOf(more)).toBeNull();
});
