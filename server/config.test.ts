import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_x', STRIPE_WEBHOOK_SECRET: 'whsec_x', STRIPE_PRICE_ID: 'price_x' };

describe('The settings of Stripe', () => {
  it('are the test provider when none is set, and Stripe when all are', () => {
    expect(readConfig({}).stripe).toBeUndefined();
    expect(readConfig({ STRIPE_SECRET_KEY: '', STRIPE_PRICE_ID: '' }).stripe).toBeUndefined();
    expect(readConfig(keys).stripe).toMatchObject({ secretKey: 'sk_x', apiUrl: undefined });
  });

  it.each([
    ...Object.keys(keys).map((left) => ({ ...keys, [left]: '' })),
    { STRIPE_SECRET_KEY: 'sk_x' },
    { STRIPE_API_URL: 'http://127.0.0.1:12111' },
  ])('are refused in a sentence, without their values, when some are missing: %j', (env) => {
    expect(() => readConfig(env)).toThrow(/^Goldleaf cannot start\. .* belong together/);
    expect(() => readConfig(env)).not.toThrow(/sk_x|whsec_x|price_x/);
  });
});
