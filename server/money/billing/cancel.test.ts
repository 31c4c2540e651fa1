import { describe, expect, it } from 'vitest';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import type { Cancellation, PriceChange } from '#shared/money/billing.ts';
import { FAILING_CARD, GOOD_CARD, newcomerAt, pay, pressButton, refresh } from '#test/billing.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { matchQuantity } from './match-quantity.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);

const addCard = (call: Client) => call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
const quote = async (call: Client, query = ''): Promise<PriceChange> =>
  (await call('GET', `/api/billing/quote${query}`)).body;
const due = async (call: Client): Promise<Cancellation> =>
  (await call('GET', '/api/billing/cancellation')).body;
const cancel = (call: Client, openInvoice?: string) =>
  call('POST', '/api/billing/cancel', openInvoice ? { openInvoice } : undefined);
const createStatus = async (call: Client) => (await addCard(call)).status;

/** Someone with one card who has paid the first month, of May, and is on its tenth day. */
async function subscriber() {
  const person = await newcomerAt(server, clock);
  await addCard(person.call);
  await pay(server, person.call);
  await pressButton(server, person.call, { action: 'hurry' });
  await refresh(person.call);
  const addOne = async () => {
    await addCard(person.call);
    await matchQuantity(server.running.app, person.id);
  };
  return { ...person, addOne };
}

/** Someone whose renewal of June was declined. */
async function owing() {
  const person = await subscriber();
  await pressButton(server, person.call, { action: 'card', card: FAILING_CARD });
  await person.pass(31);
  expect(await refresh(person.call)).toMatchObject({ status: 'active', isPaymentFailing: true });
  return person;
}

const invoicesOf = async (call: Client) =>
  (await refresh(call)).invoices.map(({ status, cents }) => `${status} ${cents}`);

describe('Before another card is created', () => {
  it('the new price is said, and the next bill as the provider will make it', {
    tags: ['thorough'],
  }, async () => {
    const { call, addOne, pass } = await subscriber();
    await pass(15.5);
    const said = await quote(call);
    expect(said).toMatchObject({
      cards: 2,
      quantity: 2,
      price: { unitCents: 500, currency: 'usd', interval: 'month', intervalCount: 1, tax: 'none' },
      periodCentsNow: 500,
      periodCents: 1000,
      nextBill: { at: '2026-06-01T12:00:00.000Z', cents: 1250, currency: 'usd' },
      noBillBecause: null,
    });
    await addOne();
    await pass(15.5);
    expect((await invoicesOf(call))[0]).toBe(`paid ${said.nextBill?.cents}`);
  });

  it('the price after the trial is said without a subscription, and why there is no bill', async () => {
    const { call } = await newcomerAt(server, clock);
    expect(await quote(call, '?cards=3')).toMatchObject({
      quantity: 3,
      periodCentsNow: 500,
      periodCents: 1500,
      nextBill: null,
      noBillBecause: 'no_subscription',
    });
    expect(await quote(call, '?cards=0')).toMatchObject({ quantity: 1, periodCents: 500 });
    expect((await call('GET', '/api/billing/quote?cards=4')).status).toBe(400);
    expect((await call('GET', '/api/billing/quote?cards=two')).status).toBe(400);
  });
});

describe('Cancelling', () => {
  it('with nothing due needs no choice and charges nothing', { tags: ['thorough'] }, async () => {
    const { call, pass } = await subscriber();
    expect(await due(call)).toMatchObject({ openInvoices: [], openCents: 0, prorationCents: 0 });
    expect((await cancel(call)).body).toMatchObject({ status: 'cancelled', isCancelled: true });
    await pass(40);
    expect(await invoicesOf(call)).toEqual(['paid 500']);
  });

  it('charges a pending proration at once, keeps access, and nothing more is charged', async () => {
    const { call, addOne, pass } = await subscriber();
    await pass(15.5);
    await addOne();
    const { prorationCents, accessEndsAt } = await due(call);
    expect([prorationCents, accessEndsAt]).toEqual([250, '2026-06-01T12:00:00.000Z']);
    // Even asked to drop what is open: a pending proration never ends access.
    expect((await cancel(call, 'void')).body).toMatchObject({
      status: 'cancelled',
      subscriptionEndsAt: accessEndsAt,
    });
    expect(await invoicesOf(call)).toEqual(['paid 250', 'paid 500']);
    expect(await quote(call)).toMatchObject({ nextBill: null, noBillBecause: 'cancelled' });
    await addOne();
    expect((await due(call)).prorationCents).toBe(0);
    await pass(40);
    expect(await invoicesOf(call)).toEqual(['paid 250', 'paid 500']);
  });

  it('is not done for more than was shown, as when a card is added meanwhile', async () => {
    const { call, addOne, pass } = await subscriber();
    await pass(15.5);
    const cancelFor = (shownCents: number) => call('POST', '/api/billing/cancel', { shownCents });
    expect((await due(call)).prorationCents).toBe(0);
    await addOne();
    const { status, body } = await cancelFor(0);
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('It’s $2.50 now. Nothing was charged'),
    ]);
    expect(await invoicesOf(call)).toEqual(['paid 500']);
    expect(await refresh(call)).toMatchObject({ isCancelled: false });
    expect((await cancelFor(250)).body).toMatchObject({ status: 'cancelled' });
    expect((await call('POST', '/api/billing/cancel', { shownCents: -1 })).status).toBe(422);
  });

  it('whose proration is declined is not done, and then asks what becomes of the invoice', {
    tags: ['thorough'],
  }, async () => {
    const { call, addOne, pass } = await subscriber();
    await pass(15.5);
    await addOne();
    await pressButton(server, call, { action: 'card', card: FAILING_CARD });
    const refused = await cancel(call);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('was declined')]);
    expect(await refresh(call)).toMatchObject({ isCancelled: false, openInvoice: { cents: 250 } });
    expect((await cancel(call)).status).toBe(409);
    await pressButton(server, call, { action: 'card', card: GOOD_CARD });
    expect((await cancel(call, 'settle')).body).toMatchObject({ status: 'cancelled' });
    expect(await invoicesOf(call)).toEqual(['paid 250', 'paid 500']);
  });

  it('never says that nothing was charged after the open invoice was paid', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await owing();
    await pressButton(server, call, { action: 'card', card: GOOD_CARD });
    const { billing } = server.running.app;
    const { chargePending } = billing;
    billing.chargePending = () => Promise.reject(new ProviderRefusal('Your card was declined.', true));
    const { status, body } = await cancel(call, 'settle');
    billing.chargePending = chargePending;
    expect([status, body.message]).toEqual([409, expect.stringContaining('was declined')]);
    expect(body.message).not.toContain('nothing was charged');
    expect(await refresh(call)).toMatchObject({ isCancelled: false, openInvoice: null });
    expect(await invoicesOf(call)).toEqual(['paid 500', 'paid 500']);
  });

  it('with an open invoice asks for a choice and changes nothing without one', async () => {
    const { call } = await owing();
    expect(await due(call)).toMatchObject({
      openInvoices: [{ status: 'open', cents: 500, currency: 'usd' }],
      openCents: 500,
      accessEndsAt: '2026-07-01T12:00:00.000Z',
    });
    const refused = await cancel(call);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('“settle”')]);
    expect((await cancel(call, 'burn')).status).toBe(422);
    expect(await refresh(call)).toMatchObject({ isCancelled: false, isPaymentFailing: true });
  });

  it('and settling pays it now and keeps access to the end of the period', {
    tags: ['thorough'],
  }, async () => {
    const { call, pass } = await owing();
    const declined = await cancel(call, 'settle');
    expect([declined.status, declined.body.message]).toEqual([409, expect.stringContaining('was declined')]);
    await pressButton(server, call, { action: 'card', card: GOOD_CARD });
    const { body } = await cancel(call, 'settle');
    expect(body).toMatchObject({
      status: 'cancelled',
      subscriptionEndsAt: '2026-07-01T12:00:00.000Z',
      isPaymentFailing: false,
      openInvoice: null,
    });
    expect(await createStatus(call)).toBe(200);
    await pass(60);
    expect(await invoicesOf(call)).toEqual(['paid 500', 'paid 500']);
  });

  it('and voiding drops it, ends access at once, and nothing is charged again', async () => {
    const { call, pass } = await owing();
    expect((await cancel(call, 'void')).body).toMatchObject({
      status: 'expired',
      isSubscribed: false,
      hasEverPaid: true,
      openInvoice: null,
    });
    expect(await createStatus(call)).toBe(403);
    await pressButton(server, call, { action: 'card', card: GOOD_CARD });
    await pass(60);
    expect(await invoicesOf(call)).toEqual(['void 500', 'paid 500']);
  });

  it('after a first charge that failed gives no free month', { tags: ['thorough'] }, async () => {
    const { call, pass } = await newcomerAt(server, clock);
    await pay(server, call, FAILING_CARD);
    await refresh(call);
    await pass(14);
    expect(await refresh(call)).toMatchObject({ status: 'expired', hasEverPaid: false });
    expect((await cancel(call)).status).toBe(409);
    await pressButton(server, call, { action: 'cancel' });
    expect(await refresh(call)).toMatchObject({
      status: 'expired',
      subscriptionEndsAt: '2026-05-15T12:00:00.000Z',
    });
    expect(await createStatus(call)).toBe(403);
    expect((await cancel(call, 'void')).body.isSubscribed).toBe(false);
    expect(await createStatus(call)).toBe(403);
  });
});

describe('A failing renewal', () => {
  it('says until when there is access and what is owed', { tags: ['thorough'] }, async () => {
    const { call } = await owing();
    expect(await refresh(call)).toMatchObject({
      accessEndsAt: '2026-06-10T12:00:00.000Z',
      openInvoice: { status: 'open', cents: 500 },
    });
  });
});
