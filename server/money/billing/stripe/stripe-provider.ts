import type { Logger } from 'pino';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { isTestCustomer } from '#server/money/billing/test-customer.ts';
import { createStripeCheckouts } from './stripe-checkouts.ts';
import { connectStripe, type Deadlines, STRIPE_API_VERSION } from './stripe-client.ts';
import { createStripeCustomers } from './stripe-customers.ts';
import { createStripeInvoices } from './stripe-invoices.ts';
import { createStripePrices } from './stripe-price.ts';
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
  /** Takes the requests instead of the network. */
  send?: typeof fetch;
  /** How long Stripe retries a failed charge; the default is its own. */
  retryDays?: number;
  hasAutomaticTax: boolean;
  /** Marks our customers, in case another installation uses the same keys. */
  installation: string;
}

/** Source: Stripe docs, "API keys": the prefix names the mode. */
function isLiveKey(key: string): boolean | null {
  const [, mode] = /^[sr]k_(live|test)_/.exec(key) ?? [];
  return mode === undefined ? null : mode === 'live';
}

export function createStripeProvider(
  settings: StripeSettings,
  log: Logger,
  deadlines?: Deadlines,
): BillingProvider {
  const { secretKey, webhookSecret, hasAutomaticTax } = settings;
  const ask = connectStripe(settings, log, deadlines);
  return {
    isTestMode: false,
    isLive: isLiveKey(secretKey),
    apiVersion: STRIPE_API_VERSION,
    hasAutomaticTax,
    webhookSecret,
    isEventSigned: (body, signature, now) => isSignedByStripe(body, signature, webhookSecret, now),
    ownsCustomer: (id) => !isTestCustomer(id),
    ...createStripePrices(ask, settings),
    ...createStripeCustomers(ask, settings),
    ...createStripeCheckouts(ask, settings),
    ...createStripeSubscriptions(ask, settings),
    ...createStripeInvoices(ask, hasAutomaticTax),
  };
}
