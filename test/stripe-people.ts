import { expect } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { TestServer } from '#test/server.ts';
import { KEYS, stripeEvent } from '#test/stripe-objects.ts';
import type { StripeServer } from '#test/stripe-server.ts';

/** People who subscribe at the local Stripe. */

/** The settings of a server that uses it. */
export const stripeEnv = (stripe: StripeServer) => ({
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_PRICE_ID: KEYS.priceId,
  STRIPE_API_URL: stripe.url,
  PUBLIC_URL: 'https://cards.example.com',
});

/** Delivers an event; resolves to the status of the answer. */
export async function deliverEvent(
  server: TestServer,
  type: string,
  object: object,
  now: Date,
): Promise<number> {
  const { body, signature } = stripeEvent(type, object, now);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await server.client()('POST', '/api/billing/webhook', body, headers)).status;
}

/** Someone who has completed a checkout, with Stripe's subscription. */
export async function subscribePerson(server: TestServer, stripe: StripeServer, clock: { now: Date }) {
  const person = await signUp(server);
  expect((await person.call('POST', '/api/billing/checkout')).status).toBe(200);
  const session = [...stripe.sessions.values()].find((one) => one.client_reference_id === person.id);
  if (!session) throw new Error('There is no checkout.');
  const subscription = stripe.complete(session.id, clock.now);
  const completed = { ...session, subscription: subscription.id };
  expect(await deliverEvent(server, 'checkout.session.completed', completed, clock.now)).toBe(200);
  return { ...person, session, subscription };
}
