import { defineSettings, setting } from '#server/config/define-settings.ts';
import { onOrOff, origin, text } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of payments. */

export const payments = defineSettings({
  section: 'Payments',
  fields: {
    /** Who mails receipts: this server or the payment provider. */
    receipts: setting('RECEIPTS', z.enum(['own', 'provider']), {
      meaning:
        'Who emails a receipt for each charge. own: Goldleaf. provider: Stripe, if you switched that on there.',
      standard: 'own',
    }),
  },
});

/** If undefined, the built-in test provider is used. Needed together: one alone would fail with the first customer. */
export const stripe = defineSettings({
  section: 'Payments',
  fields: {
    secretKey: setting('STRIPE_SECRET_KEY', text(), {
      meaning: 'Secret key of your Stripe account. Empty: the built-in test provider, which takes no money.',
    }),
    webhookSecret: setting('STRIPE_WEBHOOK_SECRET', text(), {
      meaning: 'Signing secret of the webhook endpoint /api/billing/webhook at Stripe.',
    }),
    priceId: setting('STRIPE_PRICE_ID', text(), {
      meaning: 'Id of a recurring price of $5 per month at Stripe, charged per card.',
    }),
    hasAutomaticTax: setting('STRIPE_AUTOMATIC_TAX', onOrOff(), {
      meaning: 'on: Stripe Tax calculates tax; the price must say whether it is inclusive or exclusive.',
      standard: 'off',
    }),
    apiUrl: setting('STRIPE_API_URL', origin('http://127.0.0.1:12111'), {
      meaning: "Another host that speaks Stripe's protocol, for tests. Empty: Stripe's own.",
    }),
  },
  needs: { fields: ['secretKey', 'webhookSecret', 'priceId'], or: ['apiUrl'] },
});
