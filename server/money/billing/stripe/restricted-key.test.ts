import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createStripeSubscriptions } from './stripe-subscriptions.ts';

const failing = {
  id: 'sub_1',
  status: 'past_due',
  created: 0,
  items: { data: [] },
};
const bill = {
  id: 'in_1',
  status: 'open',
  amount_due: 500,
  total: 500,
  created: 0,
  lines: { data: [] },
  status_transitions: {},
};
const list = (one: object) => ({ list: async () => ({ data: [one] }) });

/** Reads a subscription whose charge fails, at a Stripe that answers `status` to whoever reads payments. */
const readAt = (status: number) => {
  const stripe = {
    subscriptions: list(failing),
    invoices: { ...list(bill), createPreview: async () => null },
    invoicePayments: {
      list: async () => Promise.reject(Object.assign(new Error('No.'), { statusCode: status })),
    },
  } as unknown as Stripe;
  return createStripeSubscriptions((exchange) => exchange(stripe), { priceId: 'price_1' }).fetchTruth(
    'cus_1',
  );
};

it('A key that may not read payments reads everything else of a charge that fails', async () => {
  expect(await readAt(403)).toMatchObject({
    subscriptions: [{ status: 'past_due' }],
    invoices: [{ id: 'in_1', needsConfirmation: false }],
  });
});

it('A passing fault is not taken for a payment that waits for nobody', async () => {
  await expect(readAt(429)).rejects.toThrow('No.');
});
