import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { BillingProvider, NewCheckout } from '#server/infra/billing-provider.ts';
import { formatUsd } from '#shared/money.ts';
import { monthlyCents } from '#shared/subscription.ts';
import { type AskStripe, nullIfMissing } from './stripe-client.ts';

type Checkouts = Pick<BillingProvider, 'createCheckout' | 'closeCheckout' | 'createPortal'>;

/** Stripe's hosted pages, where customers pay and manage their subscription. */
export const createStripeCheckouts = (ask: AskStripe, priceId: string): Checkouts => ({
  createCheckout: (checkout) =>
    ask(async (stripe) => {
      await requirePrice(stripe, priceId);
      const creation = creationOf(checkout, priceId);
      // If the origin or price has changed since a response was lost, this is a different page; nobody saw the lost
      // one.
      const idempotencyKey = `checkout-${checkout.key}-${fingerprintOf(creation)}`;
      const session = await stripe.checkout.sessions.create(creation, { idempotencyKey });
      if (!session.url) throw new Error('Stripe answered a checkout without a page.');
      return { id: session.id, url: session.url };
    }),
  closeCheckout: (id) =>
    ask(async (stripe) => {
      const session = await stripe.checkout.sessions.retrieve(id).catch(nullIfMissing);
      if (session?.status !== 'open') return false;
      await stripe.checkout.sessions.expire(id);
      return true;
    }),
  createPortal: (customer, return_url) =>
    ask(async (stripe) => (await stripe.billingPortal.sessions.create({ customer, return_url })).url),
});

const creationOf = (
  { customerId, userId, quantity, trialDays, successUrl, cancelUrl }: NewCheckout,
  priceId: string,
): Stripe.Checkout.SessionCreateParams => ({
  mode: 'subscription',
  customer: customerId,
  client_reference_id: userId,
  line_items: [{ price: priceId, quantity }],
  payment_method_collection: 'always',
  subscription_data: {
    metadata: { userId },
    ...(trialDays > 0 ? { trial_period_days: trialDays } : {}),
  },
  success_url: successUrl,
  cancel_url: cancelUrl,
});

/** The bill we show says $5 per month per card: with any other price, people would pay an amount they never saw. */
async function requirePrice(stripe: Stripe, priceId: string): Promise<void> {
  const { unit_amount: cents, currency, recurring } = await stripe.prices.retrieve(priceId);
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1;
  if (cents === monthlyCents(1) && currency === 'usd' && isMonthly) return;
  throw new Error(
    `STRIPE_PRICE_ID is wrong: ${priceId} must be a price of ${formatUsd(monthlyCents(1))} per month.`,
  );
}

const fingerprintOf = (words: object) =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
