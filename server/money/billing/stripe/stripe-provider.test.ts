import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { bringAddress } from '#server/money/billing/customer/follow-address.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent, subscribePerson } from '#test/stripe-people.ts';
import { KEYS, startStripeServer } from '#test/stripe-server.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const within = { timeout: 20_000, interval: 30 };
const DAY_MS = 86_400_000;

afterAll(() => stripe.close());
afterEach(() => {
  stripe.fail(0, 500);
  clock.now = new Date('2026-05-01T12:00:00.000Z');
});

const send = (type: string, object: object) => deliverEvent(server, type, object, clock.now);
const { customersOf, sessionsOf } = stripe;
const askedFor = (userId: string) => stripe.asked.get(only(sessionsOf(userId)).id);
const pageOf = ({ id }: { id: string }) => `https://stripe.test/test-provider/checkout/${id}`;
const only = <T>(list: T[]): T => {
  expect(list).toHaveLength(1);
  const [one] = list;
  if (!one) throw new Error('There is none.');
  return one;
};
const me = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;

const subscriber = () => subscribePerson(server, stripe, clock);
const afterDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString();

describe('A checkout at Stripe', () => {
  it('asks for our price, one for each card, the rest of the trial, and the ways back', async () => {
    const { call, id } = await signUp(server);
    for (let card = 0; card < 2; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const { body } = await call('POST', '/api/billing/checkout');
    const session = only(sessionsOf(id));
    expect(body).toEqual({ url: pageOf(session) });
    expect(only(customersOf(id))).toMatchObject({
      email: expect.stringContaining('@example.com'),
      fullName: 'Ada Lovelace',
    });
    expect(askedFor(id)).toMatchObject({
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

  it('makes a customer whose address follows the account’s, also when it is released', {
    tags: ['thorough'],
  }, async () => {
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

  it('begins with all the free days an administrator gave', { tags: ['thorough'] }, async () => {
    const { call, id } = await signUp(server);
    const { db } = server.running.app;
    const trialEndsAt = new Date(clock.now.getTime() + 60 * DAY_MS);
    await db.update(users).set({ trialEndsAt }).where(eq(users.id, id));
    await call('POST', '/api/billing/checkout');
    expect(askedFor(id)).toMatchObject({ 'subscription_data[trial_period_days]': '60' });
  });

  it('asks for no trial once it is over', async () => {
    const { call, id, username } = await signUp(server);
    clock.now = new Date('2026-05-16T12:00:00.000Z');
    await call('POST', '/api/auth/login', { email: username, password: 'correct horse' });
    await call('POST', '/api/billing/checkout');
    expect(askedFor(id)).not.toHaveProperty('subscription_data[trial_period_days]');
  });

  it('makes one customer and one page for a double click, a second tab and a retry', async () => {
    const { call, id } = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 4 }, () => call('POST', '/api/billing/checkout')));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    expect([customersOf(id).length, sessionsOf(id).length]).toEqual([1, 1]);
  });

  it('leads to another page once Stripe says that the first is closed', async () => {
    const { call, id } = await signUp(server);
    const pageFor = async () => (await call('POST', '/api/billing/checkout')).body.url;
    const first = await pageFor();
    const { customer, id: closed } = only(sessionsOf(id));
    const expired = (session: string) =>
      send('checkout.session.expired', { id: session, customer, client_reference_id: id });
    expect(await expired('cs_another')).toBe(200);
    expect(await pageFor()).toBe(first);
    expect(await expired(closed)).toBe(200);
    expect([await pageFor(), sessionsOf(id).length]).toEqual([expect.not.stringContaining(closed), 2]);
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

  it('makes another customer where the one of before is gone at Stripe', { tags: ['thorough'] }, async () => {
    const { call, id } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    const gone = only(customersOf(id)).id;
    stripe.ledger.forget(gone);
    const { body } = await call('POST', '/api/billing/checkout');
    const customer = only(customersOf(id)).id;
    expect(customer).not.toBe(gone);
    expect(sessionsOf(id).find((session) => pageOf(session) === body.url)?.customer).toBe(customer);
  });

  it('for another number of cards expires the page before', { tags: ['thorough'] }, async () => {
    const { call, id } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    for (let card = 0; card < 2; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    await call('POST', '/api/billing/checkout');
    expect(sessionsOf(id).map(({ status }) => status)).toEqual(['expired', 'open']);
  });
});

describe('A subscription at Stripe', () => {
  it('that was never paid and that Stripe left open gives way to a new checkout', {
    tags: ['thorough'],
  }, async () => {
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

  it('ends with the account, also one that was paid in another tab a moment ago', {
    tags: ['thorough'],
  }, async () => {
    const { call, id, username } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    const subscription = await stripe.complete(only(sessionsOf(id)).id);
    const deletion = { username, password: 'correct horse' };
    expect((await call('DELETE', '/api/account', deletion)).status).toBe(200);
    await vi.waitFor(() => expect(subscription.status).toBe('canceled'), within);
    expect(customersOf(id)).toEqual([]);
  });

  it('is a trial with a card, then active, then cancelled and expired, as Stripe says', {
    tags: ['thorough'],
  }, async () => {
    const { call, subscription } = await subscriber();
    expect(await me(call)).toMatchObject({
      subscriptionStatus: 'trial',
      hasPaid: true,
      trialEndsAt: '2026-05-15T12:00:00.000Z',
    });
    Object.assign(subscription, { status: 'active', periodEndsAt: afterDays(45) });
    const { customer } = subscription;
    const facts = { number: 'G-1', status: 'paid' as const, cents: 500 };
    const dates = { createdAt: afterDays(14), paidAt: afterDays(14) };
    await stripe.ledger.put('invoice', 'in_test_1', customer, { ...facts, ...dates, id: 'in_test_1' });
    expect(await send('invoice.paid', { object: 'invoice', id: 'in_test_1', customer })).toBe(200);
    const url = 'https://stripe.test/test-provider/invoice/in_test_1';
    expect((await call('GET', '/api/billing')).body).toMatchObject({
      isTestMode: false,
      status: 'active',
      nextCharge: { at: '2026-06-15T12:00:00.000Z', cents: 500 },
      invoices: [{ number: 'G-1', status: 'paid', cents: 500, url }],
    });
    stripe.previews.set(subscription.id, 712);
    await send('customer.subscription.updated', subscription);
    expect((await call('GET', '/api/billing')).body.nextCharge.cents).toBe(712);
    const { body: cancelled } = await call('POST', '/api/billing/cancel');
    expect(cancelled).toMatchObject({ status: 'cancelled', subscriptionEndsAt: '2026-06-15T12:00:00.000Z' });
    expect((await call('POST', '/api/billing/resume')).body.status).toBe('active');
    // A cancellation made in the portal may be set as a date only.
    const date = Math.floor(new Date(afterDays(45)).getTime() / 1000);
    stripe.odd.set(subscription.id, { cancel_at: date, cancel_at_period_end: false });
    await send('customer.subscription.updated', subscription);
    expect((await me(call)).subscriptionStatus).toBe('cancelled');
    stripe.after(`POST /v1/subscriptions/${subscription.id}`, async () => stripe.odd.delete(subscription.id));
    expect((await call('POST', '/api/billing/resume')).body.status).toBe('active');
    expect(stripe.asked.get(subscription.id)).toEqual({ cancel_at: '' });
    Object.assign(subscription, { status: 'canceled', endedAt: afterDays(45) });
    expect(await send('customer.subscription.deleted', subscription)).toBe(200);
    expect(await me(call)).toMatchObject({ subscriptionStatus: 'expired', hasPaid: false });
  });

  it('has as many units as there are cards', { tags: ['thorough'] }, async () => {
    const { call, subscription } = await subscriber();
    for (let card = 0; card < 3; card += 1)
      await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    await vi.waitFor(() => expect(subscription.quantity).toBe(3), within);
  });

  it('sends the number of cards once Stripe is back, if it was down', {
    tags: ['thorough'],
    timeout: 60_000,
  }, async () => {
    const { call, subscription } = await subscriber();
    await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    stripe.fail(6, 503);
    await call('POST', '/api/cards', { name: 'Home', fullName: 'Ada' });
    await vi.waitFor(() => expect(subscription.quantity).toBe(2), {
      timeout: 40_000,
      interval: 50,
    });
  });

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
    expect((await call('POST', '/api/billing/portal')).body.url).toContain(
      'https://stripe.test/test-provider/portal/',
    );
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
    expect((await call('POST', '/api/billing/checkout')).body.url).toContain('https://stripe.test/');
    expect((await db.select().from(users).where(eq(users.id, id)))[0]?.stripeCustomerId).toBe(
      only(customersOf(id)).id,
    );
  });

  it('has no test provider beside it', async () => {
    expect((await server.client()('GET', '/test-provider/checkout/cs_test_x')).status).toBe(404);
  });
});
