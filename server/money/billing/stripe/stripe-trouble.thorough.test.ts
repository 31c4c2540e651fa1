import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { checkouts } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import { followAddress } from '#server/money/billing/customer/follow-address.ts';
import type { Health } from '#shared/operations/health.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent, subscribePerson } from '#test/stripe-people.ts';
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

describe('Money that was returned', () => {
  it('and disputes are in the invoices, in the owner’s history and at the administrators', async () => {
    const { call, id, username, subscription } = await subscribePerson(server, stripe, clock);
    const { customer } = subscription;
    const facts = { number: 'G-9', status: 'paid' as const, cents: 500, refundedCents: 200 };
    const dates = { createdAt: subscription.startedAt, paidAt: subscription.startedAt };
    await stripe.ledger.put('invoice', 'in_r', customer, { ...facts, ...dates, id: 'in_r' });
    await call('POST', '/api/billing/refresh');
    const charge = { id: 'ch_r', object: 'charge', customer, amount_refunded: 200, currency: 'usd' };
    expect(await deliverEvent(server, 'charge.refunded', charge, clock.now)).toBe(200);
    const refund = { object: 'refund', id: 're_1', charge: charge.id };
    expect(await deliverEvent(server, 'refund.created', refund, clock.now)).toBe(200);
    stripe.odd.set(charge.id, { disputed: true });
    stripe.disputes.set('dp_1', { charge: charge.id, status: 'needs_response' });
    const dispute = { object: 'dispute', id: 'dp_1', charge: charge.id };
    expect(await deliverEvent(server, 'charge.dispute.created', dispute, clock.now)).toBe(200);
    const invoice = { number: 'G-9', status: 'paid', refundedCents: 200, isDisputed: true };
    expect((await billing(call)).invoices).toMatchObject([invoice]);
    await call('POST', '/api/billing/refresh');
    expect((await billing(call)).invoices).toMatchObject([invoice]);
    const history = await app().db.select().from(accountEvents).where(eq(accountEvents.userId, id));
    const told = history.filter(({ kind }) => ['refunded', 'disputed'].includes(kind));
    expect(told.map(({ kind, details }) => `${kind} ${details.name}`).sort()).toEqual([
      'disputed invoice G-9',
      'refunded $2 of invoice G-9',
    ]);
    await vi.waitFor(async () => {
      const letters = await readOutbox(path.join(app().config.dataDir, 'outbox'));
      const refunds = letters.filter(
        ({ to, subject }) => to.includes(username) && subject.includes('refund'),
      );
      expect(refunds.map(({ subject }) => subject)).toEqual(['Your refund: $2']);
    }, within);
    const { events } = (await admin('GET', `/api/admin/users/${id}/billing`)).body;
    const effects = events.map(({ effect }: { effect: string }) => effect);
    expect(effects).toEqual(
      expect.arrayContaining(['refunded $2 of invoice G-9', 'invoice G-9 is disputed', 'nothing new']),
    );
    // Stripe goes on to say that the charge was disputed.
    stripe.disputes.set('dp_1', { charge: charge.id, status: 'won' });
    expect(await deliverEvent(server, 'charge.dispute.closed', dispute, clock.now)).toBe(200);
    expect((await billing(call)).invoices).toMatchObject([{ ...invoice, isDisputed: false }]);
  });

  it('is told refund by refund, whenever its bill and its events arrive, and not once more by a dispute', async () => {
    const { call, id, username, subscription } = await subscribePerson(server, stripe, clock);
    const { customer, startedAt: createdAt } = subscription;
    const facts = { number: 'G-10', status: 'paid' as const, cents: 900, createdAt, paidAt: createdAt };
    const put = (refundedCents: number) =>
      stripe.ledger.put('invoice', 'in_n', customer, { ...facts, id: 'in_n', refundedCents });
    const refund = (amount_refunded: number, before: number) => {
      const object = { id: 'ch_n', object: 'charge', customer, amount_refunded, currency: 'usd' };
      const data = { object, previous_attributes: { amount_refunded: before } };
      return deliverEvent(server, 'charge.refunded', object, clock.now, { data });
    };
    const made = { object: 'refund', id: 're_n', charge: 'ch_n' };
    await put(300);
    expect([await refund(200, 0), await refund(300, 200)]).toEqual([200, 200]);
    await call('POST', '/api/billing/refresh');
    await put(900);
    expect(await deliverEvent(server, 'refund.created', made, clock.now)).toBe(200);
    expect([await refund(900, 700), await refund(700, 300)]).toEqual([200, 200]);
    stripe.odd.set('ch_n', { disputed: true });
    stripe.disputes.set('dp_n', { charge: 'ch_n', status: 'needs_response' });
    const dispute = { object: 'dispute', id: 'dp_n', charge: 'ch_n' };
    expect(await deliverEvent(server, 'charge.dispute.created', dispute, clock.now)).toBe(200);
    expect((await billing(call)).invoices).toMatchObject([{ number: 'G-10', refundedCents: 900 }]);
    const history = await app().db.select().from(accountEvents).where(eq(accountEvents.userId, id));
    const told = history.filter(({ kind }) => ['refunded', 'disputed'].includes(kind));
    expect(told.map(({ kind, details }) => `${kind} ${details.name}`).sort()).toEqual([
      'disputed invoice G-10',
      'refunded $1 of payment ch_n',
      'refunded $2 of invoice G-10',
      'refunded $2 of payment ch_n',
      'refunded $4 of invoice G-10',
    ]);
    await vi.waitFor(async () => {
      const letters = await readOutbox(path.join(app().config.dataDir, 'outbox'));
      const refunds = letters.filter(
        ({ to, subject }) => to.includes(username) && subject.includes('refund'),
      );
      const subjects = refunds.map(({ subject }) => subject).sort();
      expect(subjects).toEqual([1, 2, 2, 4].map((dollars) => `Your refund: $${dollars}`));
    }, within);
  });
});
