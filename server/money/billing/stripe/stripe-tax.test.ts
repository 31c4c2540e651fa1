import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '#server/db/schema/money.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { subscribePerson } from '#test/stripe-people.ts';
import { KEYS, startStripeServer } from '#test/stripe-server.ts';

const stripe = await startStripeServer();
stripe.price.tax_behavior = 'exclusive';
// Away while the server starts.
stripe.fail(3, 503);
const server = startTestServer({ ...stripeEnv(stripe), STRIPE_AUTOMATIC_TAX: 'on' });
const PRICE_CALL = `GET /v1/prices/${KEYS.priceId}`;

afterAll(() => stripe.close());

describe('A start', () => {
  it('does not wait for Stripe, and checks the price again once Stripe is back', {
    tags: ['thorough'],
    timeout: 70_000,
  }, async () => {
    expect((await server.client()('GET', '/readyz')).status).toBe(200);
    const calls = () => stripe.calls.filter((call) => call === PRICE_CALL).length;
    // The library tries three times before the job fails and waits.
    await vi.waitFor(() => expect(calls()).toBeGreaterThan(3), { timeout: 60_000, interval: 100 });
  });
});

describe('With tax by Stripe', () => {
  it('checkout has it calculated, and prices say whether it is added or contained', async () => {
    const { call, id } = await signUp(server);
    expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
    const [session] = stripe.sessionsOf(id);
    expect(stripe.asked.get(session?.id ?? '')).toMatchObject({
      'automatic_tax[enabled]': 'true',
      'customer_update[address]': 'auto',
      billing_address_collection: 'required',
    });
    const tax = async () => (await call('GET', '/api/billing')).body.price.tax;
    expect(await tax()).toBe('exclusive');
    stripe.price.tax_behavior = 'inclusive';
    await call('POST', '/api/billing/checkout');
    expect(await tax()).toBe('inclusive');
    expect((await call('GET', '/api/billing/quote')).body.price.tax).toBe('inclusive');
  });

  it('the first charge says that tax is added, until Stripe has told the whole sum', async () => {
    stripe.price.tax_behavior = 'exclusive';
    const { call, id } = await subscribePerson(server, stripe, { now: new Date() });
    const next = async () => (await call('POST', '/api/billing/refresh')).body.nextCharge;
    expect(await next()).toMatchObject({ cents: 500, tax: 'exclusive' });
    await server.running.app.db
      .update(subscriptions)
      .set({ nextCents: 595 })
      .where(eq(subscriptions.userId, id));
    expect((await call('GET', '/api/billing')).body.nextCharge).toMatchObject({ cents: 595, tax: 'none' });
  });

  it('nobody can buy while the price does not say which', async () => {
    const { call } = await signUp(server);
    stripe.price.tax_behavior = 'unspecified';
    expect((await call('POST', '/api/billing/checkout')).status).toBe(503);
  });
});
