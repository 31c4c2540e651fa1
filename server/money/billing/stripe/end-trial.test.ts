import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { createStripeSubscriptions } from './stripe-subscriptions.ts';

it('A card that was declined some times is charged once it has money', async () => {
  const declined = new Set<string>();
  let isCardGood = false;
  const trial = {
    id: 'sub_1',
    status: 'trialing',
    items: { data: [{ id: 'si_1' }] },
    customer: 'cus_1',
    default_payment_method: 'pm_1',
  };
  // The answer to a key is kept for a day, also that of a card that has money by now.
  const update = async (_id: string, _change: object, { idempotencyKey }: { idempotencyKey: string }) => {
    const headers = { 'idempotent-replayed': String(declined.has(idempotencyKey)) };
    if (isCardGood && !declined.has(idempotencyKey)) return trial;
    declined.add(idempotencyKey);
    throw Object.assign(new Error('Your card was declined.'), { statusCode: 402, headers });
  };
  const stripe = { subscriptions: { retrieve: async () => trial, update } } as unknown as Stripe;
  const { endTrial } = createStripeSubscriptions((exchange) => exchange(stripe), { priceId: 'price_1' });
  for (let turn = 0; turn < 4; turn += 1) await expect(endTrial('sub_1', 1)).rejects.toThrow('declined');
  isCardGood = true;
  await expect(endTrial('sub_1', 1)).resolves.toBeUndefined();
});
