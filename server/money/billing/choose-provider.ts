import type { Logger } from 'pino';
import type { Config } from '#server/config/config.ts';
import type { BillingProvider } from '#server/infra/billing-provider.ts';
import { createKeyedHash } from '#server/infra/secret.ts';
import { createStripeProvider } from './stripe/stripe-provider.ts';
import { type Books, openLedger } from './test-provider/ledger.ts';
import { createTestProvider } from './test-provider/test-provider.ts';

/** Stripe if its keys are configured, otherwise the built-in test provider. */
export function chooseProvider(config: Config, books: Books, secret: Buffer, log: Logger): BillingProvider {
  const keyedHash = createKeyedHash(secret);
  const installation = keyedHash('billing', 'installation').toString('hex').slice(0, 16);
  if (config.stripe) return createStripeProvider({ ...config.stripe, installation }, log);
  log.info('Payments are simulated by the built-in test provider. Set STRIPE_SECRET_KEY to take money.');
  const webhookSecret = keyedHash('test provider webhook', 'v1').toString('hex');
  return createTestProvider(openLedger(books), { installation, webhookSecret }, log);
}
