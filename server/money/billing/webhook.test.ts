import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import { describe, expect, it, vi } from 'vitest';
import { billingEvents, invoices } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { pay } from '#test/billing.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { signEvent } from './test-provider/signature.ts';
import { FOREIGN_EVENT_DAYS, purgeForeignEvents } from './webhook.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const secret = () => server.running.app.billing.webhookSecret;
const db = () => server.running.app.db;

let count = 0;
const eventOf = (type: string, object: Record<string, unknown>, more: Record<string, unknown> = {}) => {
  count += 1;
  const created = Math.floor(clock.now.getTime() / 1000);
  return { id: `evt_${count}`, object: 'event', type, created, data: { object }, ...more };
};

const post = (body: string, signature: string | undefined) =>
  server.client()('POST', '/api/billing/webhook', body, {
    'content-type': 'application/json; charset=utf-8',
    ...(signature === undefined ? {} : { 'stripe-signature': signature }),
  });
const sign = (body: string, at = clock.now) => signEvent(Buffer.from(body), secret(), at);
const send = (event: unknown) => {
  const body = JSON.stringify(event);
  return post(body, sign(body));
};
const eventRow = async (id: string) =>
  (await db().select().from(billingEvents).where(eq(billingEvents.id, id)))[0];
const userRow = async (id: OwnId) => (await db().select().from(users).where(eq(users.id, id)))[0];

describe('The signature of an event', () => {
  it('of the test provider is one that Stripe’s own library takes', () => {
    const body = JSON.stringify(eventOf('invoice.paid', { customer: 'cus_1' }));
    const ours = signEvent(Buffer.from(body), 'whsec_x', clock.now);
    const receivedAt = clock.now.getTime();
    expect(Stripe.webhooks.constructEvent(body, ours, 'whsec_x', 300, undefined, receivedAt).id).toBe(
      `evt_${count}`,
    );
  });
});

describe('The webhook', () => {
  it('refuses what is not signed, wrongly signed, tampered with or too old, and nothing changes', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await vi.waitFor(async () => expect((await userRow(id))?.checkoutCompletedAt).not.toBeNull(), 15_000);
    const before = await userRow(id);
    const event = eventOf('customer.subscription.deleted', { customer: `cus_test_${id}` });
    const body = JSON.stringify(event);
    const minutes = (number: number) => new Date(clock.now.getTime() + number * 60_000);
    const tampered = body.replace('deleted', 'updated');
    const attempts: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, 'v1=abc'],
      [body, `t=now,v1=${'0'.repeat(64)}`],
      [body, signEvent(Buffer.from(body), 'another secret', clock.now)],
      [tampered, sign(body)],
      [`${body} `, sign(body)],
      [body, sign(body, minutes(-6))],
      [body, sign(body, minutes(6))],
    ];
    for (const [sent, signature] of attempts) {
      const { status, body: answer } = await post(sent, signature);
      expect([status, answer.code]).toEqual([400, 'bad_request']);
    }
    expect(await eventRow(event.id)).toBeUndefined();
    expect(await userRow(id)).toEqual(before);
  });

  it.each([
    '',
    '[]',
    'null',
    '{"id":1}',
    '{"id":"evt_x","type":"invoice.paid","created":1}',
    'x'.repeat(100),
  ])('refuses what is signed but is no event: %s', async (body) => {
    expect((await post(body, sign(body))).status).toBe(400);
  });

  it('refuses an event of another account', async () => {
    const ada = await signUp(server);
    const eve = await signUp(server);
    for (const { call } of [ada, eve]) await pay(server, call);
    const customer = `cus_test_${ada.id}`;
    const wrong = [
      eventOf('customer.subscription.updated', { customer, metadata: { userId: eve.id } }),
      eventOf('checkout.session.completed', { customer, client_reference_id: eve.id }),
      eventOf('invoice.paid', { customer }, { account: 'acct_of_someone_else' }),
    ];
    for (const event of wrong) {
      expect((await send(event)).status).toBe(400);
      expect(await eventRow(event.id)).toBeUndefined();
    }
  });

  it('accepts and ignores late events of a customer that was replaced', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    const event = eventOf('customer.subscription.deleted', {
      customer: 'cus_test_replaced',
      metadata: { userId: id },
    });
    expect((await send(event)).status).toBe(200);
    expect(await eventRow(event.id)).toMatchObject({ effect: 'ignored' });
  });

  it('accepts and ignores unknown events and events about no user', async () => {
    for (const event of [
      eventOf('balance.available', {}),
      eventOf('issuing.of_next_year', { customer: 7, metadata: { userId: 1 } }),
      { id: 'evt_thin', type: 'v1.thin.event', created: '2026-05-01T12:00:00Z', related_object: null },
      eventOf('invoice.paid', { customer: 'cus_of_another_product' }),
      eventOf('invoice.paid', { customer: 'cus_test_deleted-account' }),
    ]) {
      expect((await send(event)).status).toBe(200);
      expect(await eventRow(event.id)).toMatchObject({ effect: 'ignored', userId: null });
    }
  });

  it('applies an event once, and records what it changed', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    const event = eventOf('customer.subscription.updated', { customer: `cus_test_${id}` });
    const answers = await Promise.all([send(event), send(event), send(event)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await eventRow(event.id)).toMatchObject({ userId: id, tries: 1, error: null });
    await vi.waitFor(async () => {
      const rows = await db().select().from(billingEvents).where(eq(billingEvents.userId, id));
      expect(rows.map(({ type }) => type).sort()).toEqual([
        'checkout.session.completed',
        'customer.subscription.created',
        'customer.subscription.updated',
      ]);
      expect(rows.filter(({ effect }) => effect?.includes('checkoutCompletedAt: none → '))).toHaveLength(1);
    }, 15_000);
  });

  it('returns 5xx while it cannot apply an event, and applies it when it is delivered again', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    const { app } = server.running;
    const { fetchTruth } = app.billing;
    const event = eventOf('customer.subscription.updated', { customer: `cus_test_${id}` });
    app.billing.fetchTruth = async () => {
      throw new Error('The provider is away');
    };
    try {
      expect((await send(event)).status).toBeGreaterThanOrEqual(500);
      expect((await send(event)).status).toBeGreaterThanOrEqual(500);
      expect(await eventRow(event.id)).toMatchObject({
        appliedAt: null,
        error: 'The provider is away',
        tries: 2,
      });
    } finally {
      app.billing.fetchTruth = fetchTruth;
    }
    expect((await send(event)).status).toBe(200);
    expect(await eventRow(event.id)).toMatchObject({ error: null, appliedAt: clock.now });
  });

  it('takes no older answer about a charge for a refund that failed', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    const [customerId, invoiceId] = [`cus_test_${id}`, `in_${id}`];
    const bill = { id: invoiceId, userId: id, status: 'paid' as const, cents: 1000, createdAt: clock.now };
    await db().insert(invoices).values(bill);
    const { app } = server.running;
    const { findCharge } = app.billing;
    const asked: ((refundedCents: number) => void)[] = [];
    app.billing.findCharge = () =>
      new Promise((resolve) => {
        const facts = { id: 'ch_1', customerId, invoiceId, isDisputed: false, currency: 'usd' };
        asked.push((refundedCents) => resolve({ ...facts, refundedCents }));
      });
    const refund = () => send(eventOf('charge.refunded', { object: 'charge', id: 'ch_1' }));
    const answer = async (nth: number, cents: number) => {
      await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(nth + 1);
      asked[nth]?.(cents);
    };
    const recorded = async () =>
      (await db().select().from(invoices).where(eq(invoices.id, invoiceId)))[0]?.refundedCents;
    try {
      const late = refund();
      await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);
      const [next] = await Promise.all([refund(), answer(1, 500)]);
      asked[0]?.(200);
      await answer(2, 500);
      expect([next.status, (await late).status, await recorded()]).toEqual([200, 200, 500]);
      const failed = refund();
      await answer(3, 200);
      await answer(4, 200);
      expect([(await failed).status, await recorded()]).toEqual([200, 200]);
    } finally {
      app.billing.findCharge = findCharge;
    }
  });

  it('adopts a customer whose record was lost before our commit, if the provider says whose it is', async () => {
    const { id, call } = await signUp(server);
    await pay(server, call);
    await db()
      .update(users)
      .set({ stripeCustomerId: null, stripeSubscriptionId: null, checkoutCompletedAt: null })
      .where(eq(users.id, id));
    const event = eventOf('invoice.paid', { customer: `cus_test_${id}` });
    expect((await send(event)).status).toBe(200);
    expect(await userRow(id)).toMatchObject({ stripeCustomerId: `cus_test_${id}` });
    expect((await call('GET', '/api/auth/me')).body.user.hasPaid).toBe(true);
  });
});

it('Events about nobody are forgotten after 90 days, and an account’s own are not', async () => {
  const { id } = await signUp(server);
  const row = (eventId: string, userId: OwnId | null, days: number) => {
    const at = new Date(clock.now.getTime() - days * DAY_MS);
    return { id: eventId, type: 'invoice.paid', userId, occurredAt: at, receivedAt: at };
  };
  await db()
    .insert(billingEvents)
    .values([
      row('evt_foreign_old', null, FOREIGN_EVENT_DAYS + 1),
      row('evt_foreign_new', null, FOREIGN_EVENT_DAYS - 1),
      row('evt_own_old', id, FOREIGN_EVENT_DAYS + 1),
    ]);
  await purgeForeignEvents(server.running.app);
  expect(await eventRow('evt_foreign_old')).toBeUndefined();
  for (const kept of ['evt_foreign_new', 'evt_own_old']) expect(await eventRow(kept)).toBeDefined();
});
