import Stripe from 'stripe';
import { KEYS, type StripeServer } from '#test/stripe-server.ts';

/** The settings of the local Stripe, and the events it sends. */

/** The settings of a server that uses it. */
export const stripeEnv = (stripe: StripeServer) => ({
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_PRICE_ID: KEYS.priceId,
  STRIPE_API_URL: stripe.url,
  PUBLIC_URL: 'https://cards.example.com',
});

let events = 0;

/** An event as Stripe signs and sends it: body and header, made by the library itself. */
export function stripeEvent(
  type: string,
  object: object,
  now: Date,
  more: object = {},
): { body: string; signature: string } {
  events += 1;
  const created = Math.floor(now.getTime() / 1000);
  const event = { id: `evt_local${events}`, object: 'event', type, created, livemode: false };
  const payload = JSON.stringify({ ...event, data: { object }, ...more });
  const { webhookSecret: secret } = KEYS;
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: created });
  return { body: payload, signature };
}
