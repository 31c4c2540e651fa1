import { expect } from 'vitest';
import { signUp } from '#test/factories.ts';
import type { TestServer } from '#test/server.ts';
import { stripeEvent } from '#test/stripe-events.ts';
import type { StripeServer } from '#test/stripe-server.ts';

/** People who subscribe at the local Stripe, and the delivery of its events. */

/** Delivers an event; resolves to the status of the answer. */
export async function deliverEvent(
  server: TestServer,
  type: string,
  object: object,
  now: Date,
  more: object = {},
): Promise<number> {
  const { body, signature } = stripeEvent(type, object, now, more);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await server.client()('POST', '/api/billing/webhook', body, headers)).status;
}

/** Someone who has completed a checkout, with Stripe's subscription. */
export async function subscribePerson(server: TestServer, stripe: StripeServer, clock: { now: Date }) {
  const person = await signUp(server);
  expect((await person.call('POST', '/api/billing/checkout')).status).toBe(200);
  const [session] = stripe.sessionsOf(person.id);
  if (!session) throw new Error('There is no checkout.');
  const subscription = await stripe.complete(session.id);
  const { id, customer } = session;
  const completed = { id, customer, client_reference_id: person.id };
  expect(await deliverEvent(server, 'checkout.session.completed', completed, clock.now)).toBe(200);
  return { ...person, session, subscription };
}
