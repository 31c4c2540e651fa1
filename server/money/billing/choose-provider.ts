import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createKeyedHash } from '#server/infra/secret.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';
import type { Books } from './test-provider/ledger.ts';
import { createTestProvider } from './test-provider/test-provider.ts';

/** Stripe if its keys are configured, otherwise the built-in test provider. */
export function chooseProvider(config: Config, books: Books, secret: Buffer, log: Logger): BillingProvider {
  const installation = createKeyedHash(secret)('billing', 'installation').toString('hex').slice(0, 16);
  if (config.stripe) return createStripeProvider({ ...config.stripe, installation }, log);
  log.info('Payments are simulated by the built-in test provider. Set STRIPE_SECRET_KEY to take money.');
  return createTestProvider(books, secret);
}
