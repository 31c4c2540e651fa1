import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import type { BillingProvider, NewCheckout } from '#server/infra/billing-provider.ts';
import { createOnce } from './create-once.ts';
import { type AskStripe, nullIfMissing } from './stripe-client.ts';

type Checkouts = Pick<BillingProvider, 'createCheckout' | 'closeCheckout' | 'createPortal'>;

/** Stripe's hosted pages, where customers pay and manage their subscription. */
interface CheckoutSettings {
  priceId: string;
  hasAutomaticTax: boolean;
}

export const createStripeCheckouts = (ask: AskStripe, settings: CheckoutSettings): Checkouts => ({
  createCheckout: (checkout) =>
    ask(async (stripe) => {
      const creation = creationOf(checkout, settings);
      // If the origin or price has changed since a response was lost, this is a different page; nobody saw the lost
      // one.
      const key = `checkout-${checkout.key}-${fingerprintOf(creation)}`;
      const session = await createOnce(key, (options) => stripe.checkout.sessions.create(creation, options));
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
  { customerId, userId, isCompany, quantity, trialDays, successUrl, cancelUrl }: NewCheckout,
  { priceId, hasAutomaticTax }: CheckoutSettings,
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
  // Tax depends on where the customer is. Source: Stripe docs, "Collect taxes for recurring payments".
  ...(hasAutomaticTax ? { automatic_tax: { enabled: true } } : {}),
  // A company's name is asked with its tax ID. Source: Stripe docs, "Collect customer tax IDs with Checkout".
  ...(isCompany ? { tax_id_collection: { enabled: true } } : {}),
  ...(hasAutomaticTax || isCompany
    ? { billing_address_collection: 'required', customer_update: { address: 'auto', name: 'auto' } }
    : {}),
  success_url: successUrl,
  cancel_url: cancelUrl,
});

const fingerprintOf = (words: object) =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
