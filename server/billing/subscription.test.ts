import { and, eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { testProviderObjects } from '#server/db/billing-schema.ts';
import type { Billing } from '#shared/billing.ts';
import { beginCheckout, DECLINED_CARD, FAILING_CARD, GOOD_CARD, pay, press, submit } from '#test/billing.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const within = { timeout: 20_000, interval: 30 };
const DAY_MS = 86_400_000;

/** Registers at the first of May; `pass` moves the clock and signs in again, as sessions end. */
async function newcomer() {
  clock.now = new Date('2026-05-01T12:00:00.000Z');
  const person = await signUp(server);
  const signIn = () =>
    person.call('POST', '/api/auth/login', { email: person.username, password: 'correct horse' });
  const pass = async (days: number) => {
    clock.now = new Date(clock.now.getTime() + days * DAY_MS);
    await signIn();
  };
  return { ...person, pass };
}

const read = async (call: Client): Promise<Billing> => (await call('GET', '/api/billing')).body;
const refresh = async (call: Client): Promise<Billing> => (await call('POST', '/api/billing/refresh')).body;
const me = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const addCard = (call: Client) => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
const objects = (id: string, kind: string) =>
  server.running.app.db.$count(
    testProviderObjects,
    and(eq(testProviderObjects.customerId, `cus_test_${id}`), eq(testProviderObjects.kind, kind)),
  );

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

describe('A checkout', () => {
  it('leads to one page, however often and at once it is asked for', async () => {
    const { call, id } = await newcomer();
    const urls = await Promise.all(Array.from({ length: 5 }, () => beginCheckout(call)));
    expect(new Set(urls).size).toBe(1);
    expect([await objects(id, 'customer'), await objects(id, 'session')]).toEqual([1, 1]);
  });

  it('takes price, quantity and trial from nobody’s browser', async () => {
    const { call } = await newcomer();
    const wish = { quantity: 0, priceCents: 1, trialDays: 900, userId: 'someone' };
    const { body } = await call('POST', '/api/billing/checkout?quantity=0', wish);
    await submit(server, body.url, { card: GOOD_CARD, quantity: '0', trialDays: '900' });
    expect(await refresh(call)).toMatchObject({
      trialEndsAt: '2026-05-15T12:00:00.000Z',
      nextCharge: { at: '2026-05-15T12:00:00.000Z', cents: 500 },
    });
  });

  it('with a declined card charges nothing and can be paid with another', async () => {
    const { call, id } = await newcomer();
    const url = await beginCheckout(call);
    const declined = await submit(server, url, { card: DECLINED_CARD });
    expect(declined.status).toBe(422);
    expect(declined.text).toContain('Your card was declined. Nothing was charged.');
    expect((await submit(server, url, { card: '4111 1111 1111 1111' })).text).toContain(
      'This is no test card.',
    );
    expect((await refresh(call)).isSubscribed).toBe(false);
    expect((await submit(server, url, { card: GOOD_CARD })).status).toBe(303);
    expect((await submit(server, url, { card: GOOD_CARD })).status).toBe(303);
    expect((await refresh(call)).isSubscribed).toBe(true);
    expect(await objects(id, 'subscription')).toBe(1);
  });

  it('in a second tab for another number of cards makes the first page unpayable', async () => {
    const { call, id } = await newcomer();
    const first = await beginCheckout(call);
    await addCard(call);
    await addCard(call);
    const second = await beginCheckout(call);
    expect(second).not.toBe(first);
    expect((await submit(server, first, { card: GOOD_CARD })).status).toBe(404);
    expect((await submit(server, second, { card: GOOD_CARD })).status).toBe(303);
    expect(await objects(id, 'subscription')).toBe(1);
  });

  it('that is paid makes the next one needless', async () => {
    const { call } = await newcomer();
    await pay(server, call);
    const again = await call('POST', '/api/billing/checkout');
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  it('is known when the customer comes back before the provider’s event', async () => {
    const { call } = await newcomer();
    await pay(server, call);
    await refresh(call);
    expect(await me(call)).toMatchObject({ subscriptionStatus: 'trial', hasPaid: true });
  });

  it('is known by the provider’s event when the tab was closed', async () => {
    const { call } = await newcomer();
    await pay(server, call);
    await vi.waitFor(
      async () => expect(await me(call)).toMatchObject({ subscriptionStatus: 'trial', hasPaid: true }),
      within,
    );
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
    await press(server, call, { action: 'hurry' });
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
    // A whole month of a second card was added on the first day: the next bill says so before it comes.
    expect((await refresh(call)).nextCharge).toEqual({ at: '2026-06-01T12:00:00.000Z', cents: 1500 });
    await pass(31);
    const { invoices } = await refresh(call);
    expect(invoices.map(({ cents }) => cents)).toEqual([1500, 500]);
  });

  it('of fewer cards keeps what is left of the credit for the bills after the next', async () => {
    const { call, id, pass } = await newcomer();
    const ids: string[] = [];
    for (let card = 0; card < 3; card += 1) ids.push((await addCard(call)).body.id);
    await pay(server, call);
    await press(server, call, { action: 'hurry' });
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
    await press(server, call, { action: 'hurry' });
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

  it('that has ended can be bought again, without another trial', async () => {
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

  it('whose first charge fails is expired; another card makes it active', async () => {
    const { call, pass } = await newcomer();
    await pay(server, call, FAILING_CARD);
    await refresh(call);
    await pass(14);
    expect(await refresh(call)).toMatchObject({
      status: 'expired',
      isSubscribed: true,
      isPaymentFailing: true,
    });
    await press(server, call, { action: 'card', card: GOOD_CARD });
    await press(server, call, { action: 'hurry' });
    expect(await refresh(call)).toMatchObject({ status: 'active', isPaymentFailing: false });
  });

  it('whose renewal fails keeps its access while the provider tries again, and is expired when it gives up', async () => {
    const { call, pass } = await newcomer();
    await pay(server, call);
    await press(server, call, { action: 'hurry' });
    await press(server, call, { action: 'card', card: FAILING_CARD });
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

describe('A checkout that is open while the account is deleted', () => {
  it('cannot be paid any more', async () => {
    const { call, username } = await newcomer();
    const url = await beginCheckout(call);
    await call('DELETE', '/api/account', { username, password: 'correct horse' });
    await vi.waitFor(
      async () => expect((await submit(server, url, { card: DECLINED_CARD })).status).toBe(404),
      within,
    );
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
