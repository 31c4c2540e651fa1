import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { billingEndings } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent, subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { BEGINNING, comparePage, reconcile, throwAway } from '../reconcile.ts';
import type { Entry } from '../test-provider/ledger.ts';
import { itemOf, TEST_PRICE } from '../test-provider/to-stripe.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const within = { timeout: 30_000, interval: 30 };
const app = () => server.running.app;

afterAll(() => stripe.close());

/** A customer as another product of the same Stripe account may have made it, with a running subscription. */
async function customerOf(userId: string, like: Entry<'subscription'>, price: object): Promise<string> {
  const [customer, subscription] = [`cus_${userId}`, `sub_${userId}`];
  await stripe.ledger.put('customer', customer, customer, { userId, email: '', fullName: '' });
  await stripe.ledger.put('subscription', subscription, customer, { ...like, id: subscription });
  stripe.odd.set(itemOf(subscription), { price: { ...TEST_PRICE, ...price } });
  return customer;
}

describe('A deleted account', () => {
  it('is ended also if Stripe refuses to void an invoice of it', async () => {
    const { call, username, subscription } = await subscribePerson(server, stripe, clock);
    // As while a bank transfer is under way: it is listed as open, and cannot be voided.
    const { customer, startedAt: createdAt } = subscription;
    const id = `in_test_${subscription.id}`;
    const facts = { number: 'G-7', status: 'paid' as const, cents: 500, paidAt: createdAt };
    await stripe.ledger.put('invoice', id, customer, { ...facts, id, createdAt });
    stripe.odd.set(id, { status: 'open' });
    expect((await call('DELETE', '/api/account', { username, password: 'correct horse' })).status).toBe(200);
    await vi.waitFor(() => expect(stripe.hasCustomer(subscription.customer)).toBe(false), within);
    expect(subscription.status).toBe('canceled');
  }, 60_000);
});

describe('The comparison with Stripe', () => {
  it('leaves customers of another product alone, who have a user id as well', async () => {
    const { subscription } = await subscribePerson(server, stripe, clock);
    const recurring = { ...TEST_PRICE.recurring, interval: 'year' };
    const other = await customerOf('elsewhere', subscription, {
      id: 'price_other',
      unit_amount: 9900,
      recurring,
    });
    expect(await reconcile(app())).toEqual([]);
    expect(stripe.hasCustomer(other)).toBe(true);
    expect((await stripe.ledger.find('subscription', 'sub_elsewhere'))?.status).not.toBe('canceled');
    stripe.ledger.forget(other);
  });

  it('ends customers without a mark, of earlier versions, who subscribed to our price', async () => {
    const { subscription } = await subscribePerson(server, stripe, clock);
    const ours = await customerOf('deleted-long-ago', subscription, {});
    expect((await reconcile(app(), { endsOrphans: true })).join()).toContain(
      'the account deleted-long-ago, which no longer exists',
    );
    expect(stripe.hasCustomer(ours)).toBe(false);
  });

  it('goes on after a page whose last customer was deleted just now', { tags: ['thorough'] }, async () => {
    const { id, subscription } = await subscribePerson(server, stripe, clock);
    const { billing } = app();
    const asked: (string | null)[] = [];
    const listCustomers: typeof billing.listCustomers = async (after) => {
      asked.push(after);
      if (after === subscription.customer) throw new Error('No such customer.');
      const here = await stripe.ledger.listCustomers('', 100);
      const all = here.map((one) => one.id);
      const rest = all.slice(after === null ? 0 : all.indexOf(after) + 1);
      const page = rest.slice(0, rest.indexOf(subscription.customer) + 1 || rest.length);
      const customers = page.map((one) => ({
        id: one,
        userId: here.find((customer) => customer.id === one)?.userId ?? null,
        isForeign: false,
      }));
      return { customers, next: page.length < rest.length ? (page.at(-1) ?? null) : null };
    };
    const { subscription: later } = await subscribePerson(server, stripe, clock);
    await app().db.delete(users).where(eq(users.id, id));
    const promise = { customerId: subscription.customer, userId: id, createdAt: clock.now };
    await app().db.insert(billingEndings).values(promise);
    const startedAt = clock.now;
    const parts = { ...app(), billing: { ...billing, listCustomers } };
    const { said, next } = await comparePage(parts, { ...BEGINNING, startedAt }, throwAway);
    expect(said).toHaveLength(1);
    await comparePage(parts, { ...(next ?? BEGINNING), startedAt }, throwAway);
    expect(asked).toHaveLength(2);
    expect(stripe.hasCustomer(later.customer)).toBe(true);
  });
});

describe('A form that shows a price', () => {
  it('works where Stripe refuses the preview, since the subscription has ended there', async () => {
    const { call, subscription } = await subscribePerson(server, stripe, clock);
    Object.assign(subscription, { status: 'canceled', endedAt: subscription.startedAt });
    const { billing } = app();
    const { previewQuantity } = billing;
    billing.previewQuantity = () => Promise.reject(new ProviderRefusal('It has been canceled.'));
    const { status, body } = await call('GET', '/api/billing/quote?cards=2');
    billing.previewQuantity = previewQuantity;
    expect([status, body.nextBill, body.noBillBecause]).toEqual([200, null, 'no_subscription']);
    expect((await call('GET', '/api/billing')).body.isSubscribed).toBe(false);
  });
});

describe('An event about a charge that Stripe does not have', () => {
  it('is refused where its sum fits nowhere', async () => {
    const { subscription } = await subscribePerson(server, stripe, clock);
    const charge = {
      id: 'ch_gone',
      object: 'charge',
      customer: subscription.customer,
      amount_refunded: 9_007_199_254_740_991,
      disputed: false,
    };
    expect(await deliverEvent(server, 'charge.refunded', charge, clock.now)).toBe(400);
  });
});
