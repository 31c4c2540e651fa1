import { describe, expect, it, vi } from 'vitest';
import {
  beginCheckout,
  countObjects,
  DECLINED_CARD,
  GOOD_CARD,
  newcomerAt,
  pay,
  pressButton,
  refresh,
  rowsOf,
  submit,
} from '#test/billing.ts';
import { type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const within = { timeout: 20_000, interval: 30 };

const newcomer = () => newcomerAt(server, clock);
const me = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const addCard = (call: Client) => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
const objects = (id: string, kind: string) => countObjects(server, id, kind);

describe('A checkout', () => {
  it('leads to one page, however often and at once it is asked for', { tags: ['thorough'] }, async () => {
    const { call, id } = await newcomer();
    const urls = await Promise.all(Array.from({ length: 5 }, () => beginCheckout(call)));
    expect(new Set(urls).size).toBe(1);
    expect([await objects(id, 'customer'), await objects(id, 'session')]).toEqual([1, 1]);
  });

  it('shows what is due today, what comes later and for how many cards', async () => {
    const { call, pass } = await newcomer();
    const page = async () => (await call('GET', await beginCheckout(call))).text;
    const inTrial = await page();
    expect(rowsOf(inTrial)).toEqual([
      ['Due today', '$0'],
      ['Free trial', '14 days'],
      ['Then', '$5 per month'],
      ['Cards', '1'],
    ]);
    await addCard(call);
    await addCard(call);
    await pass(13);
    expect(rowsOf(await page())).toEqual([
      ['Due today', '$0'],
      ['Free trial', '1 day'],
      ['Then', '$10 per month'],
      ['Cards', '2'],
    ]);
    await pass(18);
    expect(rowsOf(await page())).toEqual([
      ['Due today', '$10'],
      ['Every month', '$10 per month'],
      ['Cards', '2'],
    ]);
  });

  it('never uses a price, quantity or trial from the browser', async () => {
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

  it('is known even if the customer returns before the provider’s event arrives', async () => {
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

describe('The portal of the test provider', () => {
  it('shows the subscription, its next date and every invoice', { tags: ['thorough'] }, async () => {
    const { call, pass } = await newcomer();
    const rows = async () => {
      const { body } = await call('POST', '/api/billing/portal');
      return rowsOf((await server.client()('GET', body.url)).text);
    };
    await pay(server, call);
    expect(await rows()).toEqual([
      ['Status', 'trialing'],
      ['Cards', '1'],
      ['Price', '$5 per month'],
      ['Next charge', '2026-05-15'],
    ]);
    await pass(14);
    await refresh(call);
    await pressButton(server, call, { action: 'cancel' });
    expect(await rows()).toEqual([
      ['Status', 'active'],
      ['Cards', '1'],
      ['Price', '$5 per month'],
      ['Ends', '2026-06-15'],
      [expect.stringMatching(/ · 2026-05-15$/), '$5 paid'],
    ]);
  });
});
