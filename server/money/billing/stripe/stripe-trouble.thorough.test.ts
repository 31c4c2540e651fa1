import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkouts } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { followAddress } from '#server/money/billing/customer/follow-address.ts';
import type { Health } from '#shared/operations/health.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { askAboutOverdue } from '../expiry.ts';
import { itemOf, TEST_PRICE } from '../test-provider/to-stripe.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const within = { timeout: 30_000, interval: 30 };
const app = () => server.running.app;
let admin: Client;

beforeAll(async () => {
  const root = await signUp(server, 'Ada King');
  admin = root.call;
  await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, root.id));
});
afterAll(() => stripe.close());
afterEach(() => {
  stripe.fail(0, 500);
  Object.assign(stripe.price, structuredClone(TEST_PRICE));
  clock.now = new Date('2026-05-01T12:00:00.000Z');
});

const health = async (): Promise<Health> => (await admin('GET', '/api/admin/health')).body;
const billing = async (call: Client) => (await call('GET', '/api/billing')).body;

describe('The price at Stripe', () => {
  it('is healthy as it must be', async () => {
    expect(await health()).toMatchObject({
      isHealthy: true,
      problems: [],
      provider: { name: 'stripe', isLive: false, isAnswering: true },
      price: { checks: expect.arrayContaining([expect.objectContaining({ name: 'amount', found: '500' })]) },
    });
  });

  it.each<[string, object, RegExp]>([
    ['currency', { currency: 'eur' }, /its currency must be usd, but is eur/],
    ['amount', { unit_amount: 900 }, /its amount in cents must be 500, but is 900/],
    [
      'tiers',
      { unit_amount: null, billing_scheme: 'tiered' },
      /its type must be recurring, licensed, per_unit/,
    ],
    [
      'interval',
      { recurring: { ...TEST_PRICE.recurring, interval: 'year' } },
      /must be 1 month, but is 1 year/,
    ],
    [
      'quarters',
      { recurring: { ...TEST_PRICE.recurring, interval_count: 3 } },
      /must be 1 month, but is 3 month/,
    ],
    ['type', { type: 'one_time', recurring: null }, /its type must be/],
    [
      'metering',
      { recurring: { ...TEST_PRICE.recurring, usage_type: 'metered' } },
      /recurring, metered, per_unit/,
    ],
    ['active', { active: false }, /whether it is active must be yes, but is no/],
    [
      'trial',
      { recurring: { ...TEST_PRICE.recurring, trial_period_days: 30 } },
      /must be none, but is 30 days/,
    ],
    ['transform', { transform_quantity: { divide_by: 5, round: 'up' } }, /must be none, but is transform/],
    ['mode', { livemode: true }, /its mode must be test, but is live/],
  ])(
    'with another %s is told to administrators, and nobody is charged it',
    async (_name, change, sentence) => {
      const { call } = await signUp(server);
      Object.assign(stripe.price, change);
      const { isHealthy, problems } = await health();
      expect([isHealthy, problems.join(' ')]).toEqual([false, expect.stringMatching(sentence)]);
      const refused = await call('POST', '/api/billing/checkout');
      expect([refused.status, refused.body.message]).toEqual([
        503,
        expect.stringContaining('isn’t available'),
      ]);
    },
  );

  it('that adds tax while none is calculated is told, but changes no amount', async () => {
    const { call } = await signUp(server);
    stripe.price.tax_behavior = 'exclusive';
    expect((await health()).problems.join()).toContain('tax behavior must be inclusive or unspecified');
    expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
  });

  it('cannot be checked while Stripe is away, which is said', { tags: ['thorough'] }, async () => {
    stripe.fail(3, 503);
    expect(await health()).toMatchObject({ isHealthy: false, price: null, provider: { isAnswering: false } });
  });
});

describe('A refusal of Stripe is not silence', () => {
  it('for the portal of a customer who is gone there: what stands is shown, and one can subscribe', async () => {
    const { call, subscription } = await subscribePerson(server, stripe, clock);
    stripe.ledger.forget(subscription.customer);
    stripe.ledger.forget(subscription.id);
    const portal = await call('POST', '/api/billing/portal');
    expect([portal.status, portal.body.message]).toEqual([409, expect.stringContaining('Subscribe first')]);
    expect(await billing(call)).toMatchObject({ isSubscribed: false });
    expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
  });

  it('for a checkout with an outdated customer: the first press makes another', async () => {
    const { call, subscription } = await subscribePerson(server, stripe, clock);
    stripe.ledger.forget(subscription.customer);
    stripe.ledger.forget(subscription.id);
    expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
  });

  it('but with the key of another account, where nobody exists, nobody loses anything', async () => {
    const { call, subscription } = await subscribePerson(server, stripe, clock);
    const { id = '' } = stripe.price;
    stripe.ledger.forget(subscription.customer);
    stripe.price.id = 'price_of_another_account';
    expect((await call('POST', '/api/billing/refresh')).status).toBe(503);
    stripe.price.id = id;
    expect(await billing(call)).toMatchObject({ isSubscribed: true });
  });

  it.each([500, 400])(
    'that is stored for an idempotency key (%i) locks nobody out',
    { tags: ['thorough'] },
    async (status) => {
      const { call, id } = await signUp(server);
      stripe.storeFailure(status);
      await call('POST', '/api/billing/checkout');
      expect((await call('POST', '/api/billing/checkout')).status).toBe(200);
      expect(stripe.customersOf(id)).toHaveLength(1);
    },
  );
});

describe('An account that is gone', () => {
  it('is never charged: its end is tried until Stripe answers, and administrators see whose it is', {
    tags: ['thorough'],
    timeout: 90_000,
  }, async () => {
    const { call, username, id, subscription } = await subscribePerson(server, stripe, clock);
    stripe.fail(1_000_000, 500);
    expect((await call('DELETE', '/api/account', { username, password: 'correct horse' })).status).toBe(200);
    await vi.waitFor(async () => {
      const [ending] = (await health()).endings;
      expect(ending).toMatchObject({ customerId: subscription.customer, userId: id, username });
      expect(ending?.tries).toBeGreaterThan(0);
      expect(ending?.error).toContain('Something went wrong');
    }, within);
    stripe.fail(0, 500);
    await vi.waitFor(() => expect(subscription.status).toBe('canceled'), within);
    await vi.waitFor(async () => expect((await health()).endings).toEqual([]), within);
  });
});

describe('A lost event', () => {
  it('about a paid checkout is noticed within hours, without a press', async () => {
    const { call, id } = await signUp(server);
    await call('POST', '/api/billing/checkout');
    const [session] = stripe.sessionsOf(id);
    await stripe.complete(session?.id ?? '');
    clock.now = new Date('2026-05-01T14:00:00.000Z');
    await askAboutOverdue(app());
    await vi.waitFor(async () => expect(await billing(call)).toMatchObject({ isSubscribed: true }), within);
    const open = await app().db.select().from(checkouts).where(eq(checkouts.userId, id));
    expect(open.filter(({ closedAt }) => closedAt === null)).toEqual([]);
  });
});

describe('A changed address', () => {
  it('is told to the customer at Stripe, and forgotten there once it is released', async () => {
    const { id } = await subscribePerson(server, stripe, clock);
    const { db } = app();
    await db.transaction(async (tx) => {
      await tx.update(users).set({ email: 'new@example.com' }).where(eq(users.id, id));
      await followAddress(app(), tx, id);
    });
    const email = () => stripe.customersOf(id).map((customer) => customer.email);
    await vi.waitFor(() => expect(email()).toEqual(['new@example.com']), within);
  });
});

describe('Another currency and interval', () => {
  it('of a running subscription are shown as they are', async () => {
    const { call, subscription } = await subscribePerson(server, stripe, clock);
    const recurring = { ...TEST_PRICE.recurring, interval: 'year' };
    stripe.odd.set(itemOf(subscription.id), {
      price: { ...TEST_PRICE, id: 'p', unit_amount: 900, currency: 'eur', recurring },
    });
    stripe.previews.set(subscription.id, 900);
    subscription.status = 'active';
    await call('POST', '/api/billing/refresh');
    expect(await billing(call)).toMatchObject({
      price: { unitCents: 900, currency: 'eur', interval: 'year', intervalCount: 1 },
      periodCents: 900,
      nextCharge: { currency: 'eur', cents: 900 },
    });
  });
});
