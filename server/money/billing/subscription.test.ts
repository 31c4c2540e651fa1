import { describe, expect, it, vi } from 'vitest';
import type { Billing } from '#shared/money/billing.ts';
import {
  countObjects,
  FAILING_CARD,
  GOOD_CARD,
  newcomerAt,
  pay,
  pressButton,
  refresh,
} from '#test/billing.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const within = { timeout: 20_000, interval: 30 };

const newcomer = () => newcomerAt(server, clock);
const read = async (call: Client): Promise<Billing> => (await call('GET', '/api/billing')).body;
const me = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const addCard = (call: Client) => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
const objects = (id: string, kind: string) => countObjects(server, id, kind);

describe('A trial', () => {
  it('shows the whole bill before any form: nothing today, then $5 for each card', async () => {
    const { call } = await newcomer();
    expect(await read(call)).toMatchObject({
      isTestMode: true,
      status: 'trial',
      isSubscribed: false,
      quote: { quantity: 1, dueTodayCents: 0, monthlyCents: 500, trialEndsAt: '2026-05-15T12:00:00.000Z' },
      nextCharge: null,
      invoices: [],
    });
    for (let card = 0; card < 3; card += 1) await addCard(call);
    expect((await read(call)).quote).toMatchObject({ quantity: 3, dueTodayCents: 0, monthlyCents: 1500 });
  });

  it('that ends without payment is expired at that moment: creating cards is refused, nothing else', async () => {
    const { call, pass } = await newcomer();
    const { body: card } = await addCard(call);
    await pass(14);
    expect(await me(call)).toMatchObject({ subscriptionStatus: 'expired', hasPaid: false });
    const refused = await addCard(call);
    expect([refused.status, refused.body.message]).toEqual([
      403,
      expect.stringContaining('Subscription Required'),
    ]);
    expect((await call('PUT', `/api/cards/${card.id}`, { fullName: 'Ada King' })).status).toBe(200);
    const stranger = server.client();
    expect((await stranger('GET', `/card/${card.id}`)).status).toBe(200);
    expect((await stranger('GET', `/api/cards/${card.id}/vcard`)).status).toBe(200);
    const details = { fullName: 'Grace', email: 'grace@example.com', cardId: card.id };
    expect((await stranger('POST', '/api/contacts/exchange', details)).status).toBe(200);
  });
});

describe('A subscription', () => {
  it('becomes active with the first paid bill and is charged each month', async () => {
    const { call, pass } = await newcomer();
    await pay(server, call);
    await refresh(call);
    await pass(14);
    expect(await refresh(call)).toMatchObject({
      status: 'active',
      nextCharge: { at: '2026-06-15T12:00:00.000Z', cents: 500 },
      invoices: [{ status: 'paid', cents: 500 }],
    });
    await pass(31);
    expect((await refresh(call)).invoices).toMatchObject([
      { status: 'paid', cents: 500 },
      { status: 'paid', cents: 500 },
    ]);
  });

  it('counts the cards: added, deleted and restored, with the difference on the next bill', async () => {
    const { call, pass } = await newcomer();
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    await addCard(call);
    const { body: second } = await addCard(call);
    const atProvider = (cents: number) =>
      vi.waitFor(async () => {
        const { body } = await call('POST', '/api/billing/portal');
        expect((await server.client()('GET', body.url)).text).toContain(`$${cents / 100} per month`);
      }, within);
    await atProvider(1000);
    await call('DELETE', `/api/cards/${second.id}`);
    await atProvider(500);
    await call('POST', `/api/cards/${second.id}/restore`);
    await atProvider(1000);
    // A full month of a second card was added on the first day: the next bill shows it in advance.
    expect((await refresh(call)).nextCharge).toMatchObject({ at: '2026-06-01T12:00:00.000Z', cents: 1500 });
    await pass(31);
    const { invoices } = await refresh(call);
    expect(invoices.map(({ cents }) => cents)).toEqual([1500, 500]);
  });

  it('of fewer cards keeps what is left of the credit for the bills after the next', {
    tags: ['thorough'],
  }, async () => {
    const { call, id, pass } = await newcomer();
    const ids: string[] = [];
    for (let card = 0; card < 3; card += 1) ids.push((await addCard(call)).body.id);
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    for (const card of ids.slice(1)) await call('DELETE', `/api/cards/${card}`);
    await vi.waitFor(async () => {
      const { subscriptions } = await server.running.app.billing.fetchTruth(`cus_test_${id}`);
      expect(subscriptions).toMatchObject([{ quantity: 1, nextCents: 0 }]);
    }, within);
    await pass(31);
    await refresh(call);
    await pass(31);
    expect((await refresh(call)).invoices.map(({ cents }) => cents)).toEqual([0, 0, 1500]);
  });

  it('that is cancelled keeps its access to the end of the period, can be resumed, and then ends', async () => {
    const { call, pass } = await newcomer();
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await refresh(call);
    const { body: cancelled } = await call('POST', '/api/billing/cancel');
    const end = '2026-06-01T12:00:00.000Z';
    expect(cancelled).toMatchObject({
      status: 'cancelled',
      isCancelled: true,
      subscriptionEndsAt: end,
      nextCharge: null,
    });
    expect(await me(call)).toMatchObject({
      subscriptionStatus: 'cancelled',
      subscriptionEndsAt: end,
      hasPaid: true,
    });
    expect((await call('POST', '/api/billing/resume')).body).toMatchObject({
      status: 'active',
      isCancelled: false,
    });
    await call('POST', '/api/billing/cancel');
    await pass(30);
    expect((await addCard(call)).status).toBe(200);
    await pass(1);
    expect(await me(call)).toMatchObject({ subscriptionStatus: 'expired', hasPaid: false });
    expect((await addCard(call)).status).toBe(403);
  });

  it('that has ended can be bought again, without another trial', { tags: ['thorough'] }, async () => {
    const { call, id, pass } = await newcomer();
    await pay(server, call);
    await refresh(call);
    await call('POST', '/api/billing/cancel');
    await pass(14);
    expect((await refresh(call)).quote).toMatchObject({ dueTodayCents: 500, trialEndsAt: null });
    await pay(server, call);
    expect(await refresh(call)).toMatchObject({
      status: 'active',
      invoices: [{ status: 'paid', cents: 500 }],
    });
    expect(await objects(id, 'subscription')).toBe(2);
    expect((await addCard(call)).status).toBe(200);
  });

  it('whose first charge fails is expired; another card makes it active', {
    tags: ['thorough'],
  }, async () => {
    const { call, pass } = await newcomer();
    await pay(server, call, FAILING_CARD);
    await refresh(call);
    await pass(14);
    expect(await refresh(call)).toMatchObject({
      status: 'expired',
      isSubscribed: true,
      isPaymentFailing: true,
    });
    await pressButton(server, call, { action: 'card', card: GOOD_CARD });
    await pressButton(server, call, { action: 'hurry' });
    expect(await refresh(call)).toMatchObject({ status: 'active', isPaymentFailing: false });
  });

  it('whose renewal fails keeps its access while the provider tries again, and is expired when it gives up', async () => {
    const { call, pass } = await newcomer();
    await pay(server, call);
    await pressButton(server, call, { action: 'hurry' });
    await pressButton(server, call, { action: 'card', card: FAILING_CARD });
    await pass(31);
    expect(await refresh(call)).toMatchObject({ status: 'active', isPaymentFailing: true });
    await pass(9);
    expect(await refresh(call)).toMatchObject({ status: 'expired', isSubscribed: false });
  });

  it('is ended at the provider when the account is deleted', async () => {
    const { call, id, username } = await newcomer();
    await pay(server, call);
    await refresh(call);
    expect((await call('DELETE', '/api/account', { username, password: 'correct horse' })).status).toBe(200);
    await vi.waitFor(async () => {
      const { subscriptions } = await server.running.app.billing.fetchTruth(`cus_test_${id}`);
      expect(subscriptions.map(({ status }) => status)).toEqual(['canceled']);
    }, within);
  });
});

describe('Nobody else', () => {
  it('reaches another’s billing, and what is not subscribed cannot be cancelled', async () => {
    const { call } = await newcomer();
    for (const path of ['cancel', 'resume', 'portal']) {
      expect((await call('POST', `/api/billing/${path}`)).status).toBe(409);
      expect((await server.client()('POST', `/api/billing/${path}`)).status).toBe(401);
    }
    expect((await server.client()('GET', '/test-provider/checkout/cs_test_guess')).status).toBe(404);
    expect((await server.client()('GET', '/test-provider/portal/bps_test_guess')).status).toBe(404);
  });
});
