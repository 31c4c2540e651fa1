import { eq } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { testProviderObjects } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { GOOD_CARD, newcomerAt, pressButton, refresh, submit } from '#test/billing.ts';
import { startTestServer } from '#test/server.ts';
import { matchQuantity } from '../match-quantity.ts';

/** Objects as earlier releases wrote them: without items, marks and anchors. All go on as before. */

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const app = () => server.running.app;

/** A subscription from the 1st of May, paid until the 1st of June. */
const PAID = {
  status: 'active',
  quantity: 1,
  startedAt: '2026-05-01T12:00:00.000Z',
  trialEndsAt: null,
  periodStartsAt: '2026-05-01T12:00:00.000Z',
  periodEndsAt: '2026-06-01T12:00:00.000Z',
  isCancelled: false,
  endedAt: null,
  isCardGood: true,
  prorationCents: 0,
  retriesLeft: 3,
  retryAt: null,
};
const BILL = {
  number: 'TEST-0001',
  status: 'paid',
  cents: 500,
  createdAt: '2026-05-01T12:00:00.000Z',
  paidAt: '2026-05-01T12:00:00.000Z',
};

async function formerOwner(
  change: { quantity?: number; [field: string]: unknown } = {},
  bills: object[] = [BILL],
) {
  const person = await newcomerAt(server, clock);
  for (let card = 0; card < (change.quantity ?? 1); card += 1) {
    await person.call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  }
  const customerId = `cus_test_${person.id}`;
  const put = (kind: string, id: string, data: object) =>
    app().db.insert(testProviderObjects).values({ id, kind, customerId, data, createdAt: clock.now });
  const { username, id: userId } = person;
  await put('customer', customerId, { userId, email: `${username}@example.com`, fullName: 'Ada Lovelace' });
  const id = `sub_test_${person.id}`;
  await put('subscription', id, { ...PAID, ...change, id });
  for (const [index, bill] of bills.entries()) {
    const billId = `in_test_${person.id}${index}`;
    await put('invoice', billId, { ...bill, id: billId });
  }
  await app().db.update(users).set({ stripeCustomerId: customerId }).where(eq(users.id, userId));
  await refresh(person.call);
  const fetchTruth = () => app().billing.fetchTruth(customerId);
  const billsOf = async () => (await fetchTruth()).invoices.map(({ status, cents }) => `${status} ${cents}`);
  const dataOf = async () => {
    const [row] = await app().db.select().from(testProviderObjects).where(eq(testProviderObjects.id, id));
    return row?.data;
  };
  return { ...person, put, customerId, subscriptionId: id, billsOf, dataOf };
}
/** A second card was added at half of May, of which the earlier release knew the sum. */
const PENDING = { quantity: 2, prorationCents: 250, billedQuantity: 1 };

describe('A subscription of an earlier release', () => {
  it('renews with what was pending', async () => {
    const { pass, call, billsOf } = await formerOwner(PENDING);
    expect((await refresh(call)).nextCharge).toMatchObject({ at: '2026-06-01T12:00:00.000Z' });
    await pass(31);
    await refresh(call);
    expect((await billsOf()).sort()).toEqual(['paid 1250', 'paid 500']);
  });

  it('is cancelled with what was pending charged at once, as said', async () => {
    const { call, billsOf, pass } = await formerOwner(PENDING);
    expect((await call('GET', '/api/billing/cancellation')).body.prorationCents).toBe(250);
    expect((await call('POST', '/api/billing/cancel')).body.status).toBe('cancelled');
    await pass(40);
    await refresh(call);
    expect((await billsOf()).sort()).toEqual(['paid 250', 'paid 500']);
  });

  it('has what was pending dropped with the cards it was for', async () => {
    const { subscriptionId, dataOf } = await formerOwner(PENDING);
    const { billing } = app();
    const { setQuantity } = billing;
    // The job that follows the event would count the two cards again.
    billing.setQuantity = async () => {};
    await billing.dropPending(subscriptionId);
    expect(await dataOf()).toMatchObject({ quantity: 1, prorationCents: 0, pending: [] });
    billing.setQuantity = setQuantity;
  });

  it('keeps its credit for the next bills', async () => {
    const { pass, call, billsOf } = await formerOwner({ prorationCents: -667 });
    await pass(31);
    await pass(30);
    await refresh(call);
    expect((await billsOf()).sort()).toEqual(['paid 0', 'paid 333', 'paid 500']);
  });

  it('that is not paid goes on being tried, and its open bill can be paid', async () => {
    const failing = {
      status: 'past_due',
      isCardGood: false,
      retriesLeft: 2,
      retryAt: '2026-05-04T12:00:00.000Z',
    };
    const open = { ...BILL, status: 'open', paidAt: null };
    const debtor = await formerOwner(failing, [open]);
    await pressButton(server, debtor.call, { action: 'card', card: GOOD_CARD });
    await debtor.pass(3);
    await refresh(debtor.call);
    expect(await debtor.billsOf()).toEqual(['paid 500']);
    const payer = await formerOwner({ ...failing, isCardGood: true }, [open]);
    await app().billing.payInvoice(`in_test_${payer.id}0`);
    expect([await payer.billsOf(), await payer.dataOf()]).toEqual([
      ['paid 500'],
      expect.objectContaining({ status: 'active', retryAt: null }),
    ]);
  });

  it('is ended with its account', async () => {
    const { customerId, dataOf } = await formerOwner(PENDING);
    await app().billing.endCustomer(customerId);
    expect(await dataOf()).toMatchObject({ status: 'canceled' });
    expect(await app().billing.findCustomer(customerId)).toBeNull();
  });

  it('belongs to this installation: the comparison says whose it is', async () => {
    const { customerId, id } = await formerOwner();
    expect(await app().billing.findCustomer(customerId)).toEqual({
      id: customerId,
      userId: id,
      isForeign: false,
    });
  });

  it('is written so that the earlier release charges it alike', async () => {
    const { id, call, pass, subscriptionId, dataOf } = await formerOwner();
    await pass(15.5);
    for (const name of ['Two', 'Three']) await call('POST', '/api/cards', { name, fullName: 'Ada' });
    await matchQuantity(app(), id);
    expect(await dataOf()).toMatchObject({ quantity: 3, prorationCents: 500, billedQuantity: 1 });
    await app().billing.chargePending(subscriptionId);
    expect(await dataOf()).not.toHaveProperty('billedQuantity');
    expect(await dataOf()).toMatchObject({ quantity: 3, prorationCents: 0 });
  });
});

describe('A page of an earlier release', () => {
  it('is paid: an open checkout starts its subscription', async () => {
    const { id, put, billsOf, call } = await formerOwner({ status: 'canceled', endedAt: BILL.createdAt }, []);
    const paths = { successPath: '/checkout?result=success', cancelPath: '/checkout?result=cancelled' };
    const session = { userId: id, quantity: 2, trialDays: 0, ...paths, status: 'open' };
    await put('session', `cs_test_${id}`, session);
    const page = `/test-provider/checkout/cs_test_${id}`;
    expect((await server.client()('GET', page)).text).toContain('$10 per month');
    expect((await submit(server, page, { card: GOOD_CARD })).headers.get('location')).toBe(paths.successPath);
    await vi.waitFor(async () => expect((await refresh(call)).status).toBe('active'), 15_000);
    expect(await billsOf()).toEqual(['paid 1000']);
  });

  it('opens: the portal that was asked for, and a bill', async () => {
    const { put, id } = await formerOwner();
    const expiresAt = '2026-05-01T13:00:00.000Z';
    await put('portal', `bps_test_${id}`, { returnPath: '/subscribe', expiresAt });
    expect((await server.client()('GET', `/test-provider/portal/bps_test_${id}`)).text).toContain(
      'TEST-0001',
    );
    expect((await server.client()('GET', `/test-provider/invoice/in_test_${id}0`)).text).toContain('$5');
  });
});
