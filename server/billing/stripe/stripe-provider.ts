import type { Logger } from 'pino';
import { isTestCustomer } from '#server/billing/test-provider/test-customer.ts';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createStripeCheckouts } from './stripe-checkouts.ts';
import { connectStripe } from './stripe-client.ts';
import { createStripeCustomers } from './stripe-customers.ts';
import { createStripeSubscriptions } from './stripe-subscriptions.ts';
import { isSignedByStripe } from './verify-event.ts';

/**
 * Stripe through its official library. Every creation carries an idempotency key, so that a retry never creates a
 * duplicate.
 */

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** A recurring price of $5 per month per unit. */
  priceId: string;
  /** Another host that implements Stripe's API, for tests. */
  apiUrl: string | undefined;
}

export function createStripeProvider(
  { secretKey, webhookSecret, priceId, apiUrl }: StripeSettings,
  log: Logger,
): BillingProvider {
  const ask = connectStripe(secretKey, apiUrl, log);
  return {
    isTestMode: false,
    webhookSecret,
    isEventSigned: (body, signature, now) => isSignedByStripe(body, signature, webhookSecret, now),
    ownsCustomer: (id) => !isTestCustomer(id),
    ...createStripeCustomers(ask),
    ...createStripeCheckouts(ask, priceId),
    ...createStripeSubscriptions(ask),
  };
}
