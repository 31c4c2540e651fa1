import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { billingEvents } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { ProviderInvoice, ProviderSubscription, ProviderTruth } from '#server/infra/billing-provider.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { SubscriptionState } from '#shared/money/subscription.ts';
import type { OwnId } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { queryAndSettle } from './query-and-settle.ts';
import { decideOutcome } from './state.ts';
import { signEvent } from './test-provider/signature.ts';
import { receiveEvent } from './webhook.ts';

const now = new Date('2026-05-01T12:00:00.000Z');
const server = startTestServer({}, () => now);

/** The provider's current data about each customer. */
const truths = new Map<string, ProviderTruth>();
let answers = 0;
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** Turns of the microtask queue, as simulated time. */
const moments = async (count: number) => {
  for (let moment = 0; moment < count; moment += 1) await null;
};
const NOTHING: ProviderTruth = { subscriptions: [], invoices: [] };

beforeAll(() => {
  const { app } = server.running;
  app.billing = {
    ...app.billing,
    fetchTruth: async (customerId) => {
      const truth = truths.get(customerId) ?? NOTHING;
      answers += 1;
      // Some responses are still in flight while the provider moves on, and are outdated when they arrive.
      await turns(answers % 4 === 0 ? 400 : 0);
      return truth;
    },
    findCustomer: async (id) => ({ id, userId: id.replace('cus_test_', ''), isForeign: false }),
    setQuantity: async () => {},
  };
});

const day = (count: number) => new Date(now.getTime() + count * DAY_MS);

/** A subscription from checkout to its end: each step is the provider's data at that point, and the event it sends. */
function lifeOf(userId: string): { type: string; truth: ProviderTruth }[] {
  const trialing: ProviderSubscription = {
    id: `sub_test_${userId}`,
    status: 'trialing',
    quantity: 1,
    startedAt: now,
    trialEndsAt: day(14),
    periodEndsAt: day(14),
    periodStartsAt: null,
    price: null,
    lapsesAt: null,
    cancelsAt: null,
    endedAt: null,
    nextCents: null,
    pendingCents: 0,
    paymentCard: null,
  };
  const bill = (status: ProviderInvoice['status'], month: number): ProviderInvoice => ({
    id: `in_test_${userId}_${month}`,
    number: String(month),
    status,
    cents: 500,
    createdAt: day(14 + month * 30),
    paidAt: status === 'paid' ? day(14 + month * 30) : null,
    currency: 'usd',
    taxCents: null,
    balanceCents: 0,
    hasProrations: false,
    needsConfirmation: false,
    url: null,
  });
  const active = { ...trialing, status: 'active' as const, periodEndsAt: day(44) };
  const past = { ...trialing, status: 'past_due' as const, periodEndsAt: day(74) };
  const cancelled = { ...active, periodEndsAt: day(74), cancelsAt: day(74) };
  const ended = { ...cancelled, status: 'canceled' as const, endedAt: day(74) };
  const step = (type: string, subscription: ProviderSubscription, invoices: ProviderInvoice[]) => ({
    type,
    truth: { subscriptions: [subscription], invoices },
  });
  return [
    step('customer.subscription.created', trialing, []),
    step('checkout.session.completed', trialing, []),
    step('customer.subscription.updated', active, [bill('open', 0)]),
    step('invoice.paid', active, [bill('paid', 0)]),
    step('invoice.payment_failed', past, [bill('open', 1), bill('paid', 0)]),
    step('invoice.paid', { ...active, periodEndsAt: day(74) }, [bill('paid', 1), bill('paid', 0)]),
    step('customer.subscription.updated', cancelled, [bill('paid', 1), bill('paid', 0)]),
    step('customer.subscription.deleted', ended, [bill('paid', 1), bill('paid', 0)]),
  ];
}

let people = 0;
async function newUser(): Promise<OwnId> {
  people += 1;
  const id = `user${people}` as OwnId;
  await server.running.app.db.insert(users).values({
    id,
    username: id,
    email: `${id}@example.com`,
    password: 'x',
    fullName: 'Ada',
    trialEndsAt: day(14),
    stripeCustomerId: `cus_test_${id}`,
  });
  return id;
}

function deliver(userId: string, number: number, type: string): Promise<unknown> {
  const { app } = server.running;
  const event = {
    id: `evt_${userId}_${number}`,
    type,
    created: Math.floor(now.getTime() / 1000) + number,
    data: { object: { customer: `cus_test_${userId}` } },
  };
  const body = Buffer.from(JSON.stringify(event));
  return receiveEvent(app, body, signEvent(body, app.billing.webhookSecret, now));
}

const subscriptionStateOf = async (userId: OwnId) => {
  const [user] = await server.running.app.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('The user is gone.');
  const { subscriptionStatus, trialEndsAt, subscriptionEndsAt, stripeSubscriptionId, checkoutCompletedAt } =
    user;
  return { subscriptionStatus, trialEndsAt, subscriptionEndsAt, stripeSubscriptionId, checkoutCompletedAt };
};

const registered = {
  subscriptionStatus: 'trial' as const,
  trialEndsAt: day(14),
  subscriptionEndsAt: null,
  stripeSubscriptionId: null,
};

/**
 * Runs through the life cycle while its events arrive as `order` says: each number is when a delivery arrives, so early
 * ones arrive while the provider moves on and late ones long after. Nothing waits for a response: several are in flight
 * at once.
 */
async function liveThrough(order: number[]): Promise<void> {
  const userId = await newUser();
  const life = lifeOf(userId);
  const deliveries = order.map((delay, index) => {
    const number = index % life.length;
    return { number, at: number + delay };
  });
  const last = Math.max(...deliveries.map(({ at }) => at), life.length);
  const delivered: Promise<unknown>[] = [];
  for (let moment = 0; moment <= last; moment += 1) {
    const step = life[moment];
    if (step) truths.set(`cus_test_${userId}`, step.truth);
    const arriving = deliveries.filter(({ at }) => at === moment);
    delivered.push(...arriving.map(({ number }) => deliver(userId, number, life[number]?.type ?? '')));
    await turns(3);
  }
  await Promise.all(delivered);
  const final = life.at(-1)?.truth ?? NOTHING;
  expect(await subscriptionStateOf(userId)).toEqual(decideOutcome(final, registered, null));
  const { db } = server.running.app;
  expect(await db.$count(billingEvents, eq(billingEvents.userId, userId))).toBe(life.length);
}

/** When each of sixteen deliveries arrives: close together, or spread over the whole life cycle and beyond. */
const orderWithin = (moments: number) => fc.array(fc.nat(moments), { minLength: 16, maxLength: 16 });
const order = fc.oneof(orderWithin(3), orderWithin(12));

/** That life cycle without a database: `queryAndSettle` and `decideOutcome` on an in-memory ledger, with delayed responses. */
async function liveInMemory(delays: number[], timeouts: number[]): Promise<void> {
  const life = lifeOf('x');
  let truth = NOTHING;
  let applied = 0;
  let asked = 0;
  let subscriptionState: SubscriptionState = registered;
  const deliver = () =>
    queryAndSettle({
      version: async () => applied,
      async ask() {
        const answer = truth;
        asked += 1;
        await moments(timeouts[asked % timeouts.length] ?? 0);
        return answer;
      },
      async settle(answer, judge) {
        const verdict = judge(applied);
        if (verdict === 'ask again') return null;
        if (verdict === 'apply') {
          applied += 1;
          subscriptionState = decideOutcome(answer, subscriptionState, null);
        }
        return verdict;
      },
    });
  const arrivals = delays.map((delay, index) => (index % life.length) + delay);
  const delivered: Promise<unknown>[] = [];
  for (let moment = 0; moment <= Math.max(...arrivals, life.length); moment += 1) {
    truth = life[moment]?.truth ?? truth;
    for (const at of arrivals) if (at === moment) delivered.push(deliver());
    await moments(4);
  }
  await Promise.all(delivered);
  expect(subscriptionState).toEqual(decideOutcome(life.at(-1)?.truth ?? NOTHING, registered, null));
}

describe('The provider’s events', () => {
  it('end in the provider’s state in 1,000 orders, each event delivered twice, however late the responses', {
    tags: ['thorough'],
  }, async () => {
    const timeouts = fc.array(fc.nat(40), { minLength: 7, maxLength: 7 });
    await fc.assert(fc.asyncProperty(order, timeouts, liveInMemory), { numRuns: 1000 });
  });

  /** Lives of several people at once, whose events come in any order. */
  async function liveTogether(people: number, numRuns: number): Promise<void> {
    const orders = fc.array(order, { minLength: people, maxLength: people });
    const lived = fc.asyncProperty(orders, async (drawn) => {
      await Promise.all(drawn.map(liveThrough));
    });
    await fc.assert(lived, { numRuns, endOnFailure: true });
  }

  it('end where the provider ended on the database too', { tags: ['thorough'] }, () => liveTogether(6, 1));

  it(
    'end where the provider ended on the database too, under many hands at once',
    { tags: ['thorough'], timeout: 180_000 },
    () => liveTogether(20, 3),
  );

  it('end where the provider ended when they come reversed, long after', async () => {
    const length = lifeOf('x').length;
    await liveThrough(Array.from({ length: length * 2 }, (_, index) => 3 * (length - (index % length))));
  });

  it('say each step on the way when they come in time', async () => {
    const userId = await newUser();
    const seen: string[] = [];
    for (const [number, { type, truth }] of lifeOf(userId).entries()) {
      truths.set(`cus_test_${userId}`, truth);
      await deliver(userId, number, type);
      seen.push((await subscriptionStateOf(userId)).subscriptionStatus);
    }
    expect(seen).toEqual(['trial', 'trial', 'active', 'active', 'active', 'active', 'cancelled', 'expired']);
  });

  it('cannot be overwritten by a response older than what was applied meanwhile', async () => {
    const userId = await newUser();
    const [begun, , , paid] = lifeOf(userId);
    const { app } = server.running;
    const answer = app.billing.fetchTruth;
    let asked = 0;
    let late = () => {};
    app.billing.fetchTruth = async (customerId) => {
      asked += 1;
      if (asked > 1) return answer(customerId);
      await new Promise<void>((resolve) => {
        late = resolve;
      });
      return begun?.truth ?? NOTHING;
    };
    try {
      const slow = deliver(userId, 0, 'customer.subscription.created');
      truths.set(`cus_test_${userId}`, paid?.truth ?? NOTHING);
      await expect.poll(() => asked, { timeout: 10_000 }).toBe(1);
      await deliver(userId, 3, 'invoice.paid');
      late();
      await slow;
      expect((await subscriptionStateOf(userId)).subscriptionStatus).toBe('active');
      expect(asked).toBe(3);
    } finally {
      app.billing.fetchTruth = answer;
    }
  });
});
