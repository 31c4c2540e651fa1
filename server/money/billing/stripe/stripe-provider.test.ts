import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { bringAddress } from '#server/money/billing/customer/follow-address.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { KEYS, stripeEvent } from '#test/stripe-objects.ts';
import { startStripeServer } from '#test/stripe-server.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const env = {
  STRIPE_SECRET_KEY: KEYS.secretKey,
  STRIPE_WEBHOOK_SECRET: KEYS.webhookSecret,
  STRIPE_PRICE_ID: KEYS.priceId,
  STRIPE_API_URL: stripe.url,
  PUBLIC_URL: 'https://cards.example.com',
};
const server = startTestServer(env, () => clock.now);
const within = { timeout: 20_000, interval: 30 };
const DAY = 86_400;

afterAll(() => stripe.close());
afterEach(() => {
  stripe.fail(0, 500);
  clock.now = new Date('2026-05-01T12:00:00.000Z');
});

async function send(type: string, object: object): Promise<number> {
  const { body, signature } = stripeEvent(type, object, clock.now);
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature };
  return (await server.client()('POST', '/api/billing/webhook', body, headers)).status;
}

const customersOf = (userId: string) =>
  [...stripe.customers.values()].filter(({ metadata }) => metadata.userId === userId);
const sessionsOf = (userId: string) =>
  [...stripe.sessions.values()].filter((session) => session.client_reference_id === userId);
const only = <T>(list: T[]): T => {
  expect(list).toHaveLength(1);
  const [one] = list;
  if (!one) throw new Error('There is none.');
  return one;
};
const me = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;

async function subscriber() {
  const person = await signUp(server);
  expect((await person.call('POST', '/api/billing/checkout')).status).toBe(200);
  const session = only(sessionsOf(person.id));
  const subscription = stripe.complete(session.id, clock.now);
  expect(await send('checkout.session.completed', { ...session, subscription: subscription.id })).toBe(200);
  return { ...person, session, subscription };
}

describe('A checkout at Stripe', () => {
  it('asks for our price, one for each card, the rest of the trial, and the ways back', async () => {
    const { call, id } = await signUp(server);
    for (let card = 0; card < 2; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const { body } = await call('POST', '/api/billing/checkout');
    const session = only(sessionsOf(id));
    expect(body).toEqual({ url: session.url });
    expect(only(customersOf(id))).toMatchObject({
      email: expect.stringContaining('@example.com'),
      name: 'Ada Lovelace',
    });
    expect(session.asked).toMatchObject({
      mode: 'subscription',
      client_reference_id: id,
      'line_items[0][price]': KEYS.priceId,
      'line_items[0][quantity]': '2',
      'subscription_data[trial_period_days]': '14',
      'subscription_data[metadata][userId]': id,
      payment_method_collection: 'always',
      success_url: 'https://cards.example.com/checkout?result=success',
      cancel_url: 'https://cards.example.com/checkout?result=cancelled',
    });
  });

  it('makes a customer whose address follows the account’s, also when it is released', async () => {
    const { call, id, username } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    const { db, billing } = server.running.app;
    const addressAfter = async (email: string | null) => {
      await db.update(users).set({ email }).where(eq(users.id, id));
      await bringAddress({ db, billing }, id);
      return only(customersOf(id)).email;
    };
    expect(await addressAfter(`new-${username}@example.com`)).toBe(`new-${username}@example.com`);
    expect(await addressAfter(null)).toBe('');
  });

  it('is refused while the price at Stripe is not the one people are told', async () => {
    const { call, id } = await signUp(server);
    stripe.price.unit_amount = 5000;
    expect((await call('POST', '/api/billing/checkout')).status).toBe(503);
    expect(sessionsOf(id)).toEqual([]);
    stripe.price.unit_amount = 500;
    expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
  });

  it('begins with all the free days an administrator gave', async () => {
    const { call, id } = await signUp(server);
    const { db } = server.running.app;
    const trialEndsAt = new Date(clock.now.getTime() + 60 * DAY * 1000);
    await db.update(users).set({ trialEndsAt }).where(eq(users.id, id));
    await call('POST', '/api/billing/checkout');
    expect(only(sessionsOf(id)).asked).toMatchObject({ 'subscription_data[trial_period_days]': '60' });
  });

  it('asks for no trial once it is over', async () => {
    const { call, id, username } = await signUp(server);
    clock.now = new Date('2026-05-16T12:00:00.000Z');
    await call('POST', '/api/auth/login', { email: username, password: 'correct horse' });
    await call('POST', '/api/billing/checkout');
    expect(only(sessionsOf(id)).asked).not.toHaveProperty('subscription_data[trial_period_days]');
  });

  it('makes one customer and one page for a double click, a second tab and a retry', async () => {
    const { call, id } = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', '/api/billing/checkout')));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect([customersOf(id).length, sessionsOf(id).length]).toEqual([1, 1]);
  });

  it('creates nothing twice when Stripe’s responses are lost', async () => {
    const { call, id } = await signUp(server);
    stripe.fail(6, 500, true);
    const lost = await call('POST', '/api/billing/checkout');
    expect([lost.status, lost.body.message]).toEqual([
      503,
      'The payment provider isn’t responding. Please try again in a moment.',
    ]);
    stripe.fail(0, 500);
    expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
    expect([customersOf(id).length, sessionsOf(id).length]).toEqual([1, 1]);
  });

  it('makes another customer where the one of before is gone at Stripe', async () => {
    const { call, id } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    const gone = only(customersOf(id)).id;
    stripe.customers.delete(gone);
    const { body } = await call('POST', '/api/billing/checkout');
    const customer = only(customersOf(id)).id;
    expect(customer).not.toBe(gone);
    expect(sessionsOf(id).find(({ url }) => url === body.url)?.customer).toBe(customer);
  });

  it('for another number of cards expires the page before', async () => {
    const { call, id } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    for (let card = 0; card < 2; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    await call('POST', '/api/billing/checkout');
    expect(sessionsOf(id).map(({ status }) => status)).toEqual(['expired', 'open']);
  });
});

describe('A subscription at Stripe', () => {
  it('that was never paid and that Stripe left open gives way to a new checkout', async () => {
    const { call, subscription, id } = await subscriber();
    subscription.status = 'unpaid';
    expect(await send('customer.subscription.updated', subscription)).toBe(200);
    expect((await call('GET', '/api/billing')).body).toMatchObject({
      status: 'expired',
      isSubscribed: false,
    });
    const { status } = await call('POST', '/api/billing/checkout');
    expect([status, subscription.status]).toEqual([200, 'canceled']);
    expect(sessionsOf(id).map((session) => session.status)).toEqual(['complete', 'open']);
  });

  it('ends with the account, also one that was paid in another tab a moment ago', async () => {
    const { call, id, username } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    const subscription = stripe.complete(only(sessionsOf(id)).id, clock.now);
    const deletion = { username, password: 'correct horse' };
    expect((await call('DELETE', '/api/account', deletion)).status).toBe(200);
    await vi.waitFor(() => expect(subscription.status).toBe('canceled'), within);
    expect(customersOf(id)).toEqual([]);
  });

  it('is a trial with a card, then active, then cancelled and expired, as Stripe says', async () => {
    const { call, subscription } = await subscriber();
    expect(await me(call)).toMatchObject({
      subscriptionStatus: 'trial',
      hasPaid: true,
      trialEndsAt: '2026-05-15T12:00:00.000Z',
    });
    const [item] = subscription.items.data;
    Object.assign(subscription, { status: 'active' });
    Object.assign(item ?? {}, { current_period_end: subscription.created + 45 * DAY });
    stripe.invoices.set('in_1', {
      id: 'in_1',
      object: 'invoice',
      customer: subscription.customer,
      number: 'G-1',
      status: 'paid',
      amount_paid: 500,
      amount_due: 500,
      currency: 'usd',
      total_taxes: null,
      created: subscription.created + 14 * DAY,
      hosted_invoice_url: 'https://invoice.stripe.test/1',
      status_transitions: { paid_at: subscription.created + 14 * DAY },
    });
    expect(
      await send('invoice.paid', { object: 'invoice', id: 'in_1', customer: subscription.customer }),
    ).toBe(200);
    expect((await call('GET', '/api/billing')).body).toMatchObject({
      isTestMode: false,
      status: 'active',
      nextCharge: { at: '2026-06-15T12:00:00.000Z', cents: 500 },
      invoices: [{ number: 'G-1', status: 'paid', cents: 500, url: 'https://invoice.stripe.test/1' }],
    });
    stripe.previews.set(subscription.id, 712);
    await send('customer.subscription.updated', subscription);
    expect((await call('GET', '/api/billing')).body.nextCharge.cents).toBe(712);
    const { body: cancelled } = await call('POST', '/api/billing/cancel');
    expect(cancelled).toMatchObject({ status: 'cancelled', subscriptionEndsAt: '2026-06-15T12:00:00.000Z' });
    expect((await call('POST', '/api/billing/resume')).body.status).toBe('active');
    // A cancellation made in the portal may be set as a date only.
    subscription.cancel_at = subscription.created + 45 * DAY;
    await send('customer.subscription.updated', subscription);
    expect((await me(call)).subscriptionStatus).toBe('cancelled');
    expect((await call('POST', '/api/billing/resume')).body.status).toBe('active');
    Object.assign(subscription, { status: 'canceled', ended_at: subscription.created + 45 * DAY });
    expect(await send('customer.subscription.deleted', subscription)).toBe(200);
    expect(await me(call)).toMatchObject({ subscriptionStatus: 'expired', hasPaid: false });
  });

  it('has as many units as there are cards', async () => {
    const { call, subscription } = await subscriber();
    for (let card = 0; card < 3; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    await vi.waitFor(() => expect(subscription.items.data[0]?.quantity).toBe(3), within);
  });

  it('sends the number of cards once Stripe is back, if it was down', async () => {
    const { call, subscription } = await subscriber();
    await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    stripe.fail(6, 503);
    await call('POST', '/api/cards', { name: 'Home', fullName: 'Ada' });
    await vi.waitFor(() => expect(subscription.items.data[0]?.quantity).toBe(2), {
      timeout: 40_000,
      interval: 50,
    });
  }, 60_000);

  it('of a customer Stripe knows but we forgot, killed before our commit, is found by its event', async () => {
    const { call, id, subscription } = await subscriber();
    const { db } = server.running.app;
    await db
      .update(users)
      .set({ stripeCustomerId: null, stripeSubscriptionId: null, checkoutCompletedAt: null })
      .where(eq(users.id, id));
    expect(await send('customer.subscription.updated', subscription)).toBe(200);
    expect((await me(call)).hasPaid).toBe(true);
  });

  it('is managed in Stripe’s portal', async () => {
    const { call } = await subscriber();
    expect((await call('POST', '/api/billing/portal')).body.url).toBe('https://portal.stripe.test/p');
  });

  it('is asked for anew of who had one at the test provider, which took no money', async () => {
    const { call, id, username } = await signUp(server);
    const { db } = server.running.app;
    const bought = {
      subscriptionStatus: 'active' as const,
      stripeCustomerId: `cus_test_${id}`,
      stripeSubscriptionId: 'sub_test_1',
    };
    await db.update(users).set(bought).where(eq(users.id, id));
    clock.now = new Date('2026-06-20T12:00:00.000Z');
    await call('POST', '/api/auth/login', { email: username, password: 'correct horse' });
    expect((await call('POST', '/api/billing/refresh')).body).toMatchObject({
      status: 'expired',
      isSubscribed: false,
    });
    expect((await call('POST', '/api/billing/checkout')).body.url).toContain('https://checkout.stripe.test/');
    expect((await db.select().from(users).where(eq(users.id, id)))[0]?.stripeCustomerId).toBe(
      only(customersOf(id)).id,
    );
  });

  it('has no test provider beside it', async () => {
    expect((await server.client()('GET', '/test-provider/checkout/cs_test_x')).status).toBe(404);
  });
});
