import type { Logger } from 'pino';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createStripeProvider } from '#server/money/billing/stripe/stripe-provider.ts';
import { isTestCustomer, TEST_CUSTOMER_PREFIX } from '../test-customer.ts';
import { answerStripe } from './answer.ts';
import type { Ledger } from './ledger.ts';
import { TEST_RETRY_DAYS } from './subscription-life.ts';
import { TEST_PRICE } from './to-stripe.ts';

interface TestSettings {
  installation: string;
  webhookSecret: string;
}

/**
 * The payment provider used when no keys are configured: it takes no money, and answers Stripe's own client in this
 * process, so that what takes money elsewhere runs here as well (docs/decisions/351).
 */
export function createTestProvider(
  ledger: Ledger,
  { installation, webhookSecret }: TestSettings,
  log: Logger,
): BillingProvider {
  const account = {
    ledger,
    installation,
    // Its pages are served by this server.
    origin: '',
    nameCustomer: (userId: string) => TEST_CUSTOMER_PREFIX + userId,
  };
  const settings = {
    secretKey: 'sk_test_builtin',
    webhookSecret,
    priceId: TEST_PRICE.id,
    apiUrl: undefined,
    hasAutomaticTax: false,
    installation,
    retryDays: TEST_RETRY_DAYS,
    send: (url: string | URL | Request, init: RequestInit = {}) =>
      answerStripe(account, new URL(url instanceof Request ? url.url : url), init),
  };
  return {
    ...createStripeProvider(settings, log),
    isTestMode: true,
    apiVersion: null,
    readPrice: async () => null,
    ownsCustomer: isTestCustomer,
  };
}
