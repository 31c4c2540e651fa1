import type { Logger } from 'pino';
import type { Config } from '#server/config.ts';
import type { BillingProvider } from './provider.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';
import type { Books } from './test-provider/ledger.ts';
import { createTestProvider } from './test-provider/test-provider.ts';

/** Stripe where its keys are configured, else the built-in test provider. */
export function chooseProvider(config: Config, books: Books, secret: Buffer, log: Logger): BillingProvider {
  return config.stripe ? createStripeProvider(config.stripe, log) : createTestProvider(books, secret);
}
