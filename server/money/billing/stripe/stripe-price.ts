import type Stripe from 'stripe';
import { type BillingProvider, type PriceFacts, ProviderAway } from '#server/infra/billing-provider.ts';
import type { AskStripe } from './stripe-client.ts';

/** The price we sell, as Stripe has it. */

interface PriceSettings {
  priceId: string;
}

export const createStripePrices = (
  ask: AskStripe,
  { priceId }: PriceSettings,
): Pick<BillingProvider, 'readPrice'> => ({
  readPrice: () => ask(async (stripe) => toFacts(await stripe.prices.retrieve(priceId))),
});

export const toFacts = (price: Stripe.Price): PriceFacts => ({
  id: price.id,
  unitCents: price.unit_amount ?? null,
  currency: price.currency,
  interval: price.recurring?.interval ?? null,
  intervalCount: price.recurring?.interval_count ?? null,
  type: price.type ?? (price.recurring ? 'recurring' : 'one_time'),
  usage: price.recurring?.usage_type ?? null,
  scheme: price.billing_scheme ?? 'per_unit',
  isOnSale: price.active !== false,
  taxBehavior: price.tax_behavior ?? null,
  trialDays: price.recurring?.trial_period_days ?? null,
  hasTransform: (price.transform_quantity ?? null) !== null,
  isLive: price.livemode === true,
});

/**
 * A customer is only gone if the account behind the key is ours. With the key of another account nobody exists, and
 * everybody would lose what they paid for: our price tells the two apart.
 */
export async function requireOurAccount(stripe: Stripe, { priceId }: PriceSettings): Promise<void> {
  try {
    await stripe.prices.retrieve(priceId);
  } catch {
    throw new ProviderAway(
      `Neither the customer nor the price ${priceId} exists there: STRIPE_SECRET_KEY may be of another account.`,
    );
  }
}
