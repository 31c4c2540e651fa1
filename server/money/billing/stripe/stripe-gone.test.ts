import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { billingEndings } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import { startTestServer } from '#test/server.ts';
import { type Customer, type Invoice, PRICE, type Subscription } from '#test/stripe-objects.ts';
import { deliverEvent, stripeEnv, subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { BEGINNING, comparePage, reconcile, throwAway } from '../reconcile.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const within = { timeout: 30_000, interval: 30 };
const app = () => server.running.app;

afterAll(() => stripe.close());

/** A customer as another product of the same Stripe account may have made it, with a running subscription. */
function customerOf(userId: string, like: Subscription, price: object): string {
  const customer: Customer = {
    id: `cus_${userId}`,
    object: 'customer',
    email: null,
    name: null,
    metadata: { userId },
  };
  const [item] = like.items.data;
  if (!item) throw new Error('The subscription has no item.');
  stripe.customers.set(customer.id, customer);
  const items = { ...like.items, data: [{ ...item, price: { ...item.price, ...price } }] };
  stripe.subscriptions.set(`sub_${userId}`, {
    ...structuredClone(like),
    id: `sub_${userId}`,
    customer: customer.id,
    metadata: { userId },
    items,
  });
  return customer.id;
}

describe('A deleted account', () => {
  it('is ended also if Stripe refuses to void an invoice of it', async () => {
    const { call, username, subscription } = await subscribePerson(server, stripe, clock);
    // As while a bank transfer is under way: it is listed as open, and cannot be voided.
    const id = `in_${subscription.id}`;
    const invoice: Invoice = {
      id,
      object: 'invoice',
      customer: subscription.customer,
      number: 'G-7',
      get status() {
        return stripe.calls.at(-1)?.endsWith('/void') ? ('paid' as const) : ('open' as const);
      },
      currency: 'usd',
      total_taxes: null,
      amount_paid: 0,
      amount_due: 500,
      created: subscription.created,
      hosted_invoice_url: null,
      status_transitions: { paid_at: null },
    };
    stripe.invoices.set(id, invoice);
    expect((await call('DELETE', '/api/account', { username, password: 'correct horse' })).status).toBe(200);
    await vi.waitFor(() => expect(stripe.customers.has(subscription.customer)).toBe(false), within);
    expect(subscription.status).toBe('canceled');
  }, 60_000);
});

describe('The comparison with Stripe', () => {
  it('leaves customers of another product alone, who have a user id as well', async () => {
    const { subscription } = await subscribePerson(server, stripe, clock);
    const recurring = { ...PRICE.recurring, interval: 'year' };
    const other = customerOf('elsewhere', subscription, { id: 'price_other', unit_amount: 9900, recurring });
    expect(await reconcile(app())).toEqual([]);
    expect(stripe.customers.has(other)).toBe(true);
    expect(stripe.subscriptions.get('sub_elsewhere')?.status).not.toBe('canceled');
    stripe.customers.delete(other);
  });

  it('ends customers without a mark, of earlier versions, who subscribed to our price', async () => {
    const { subscription } = await subscribePerson(server, stripe, clock);
    const ours = customerOf('deleted-long-ago', subscription, {});
    expect((await reconcile(app(), { endsOrphans: true })).join()).toContain(
      'the account deleted-long-ago, which no longer exists',
    );
    expect(stripe.customers.has(ours)).toBe(false);
  });

  it('goes on after a page whose last customer was deleted just now', async () => {
    const { id, subscription } = await subscribePerson(server, stripe, clock);
    const { billing } = app();
    const asked: (string | null)[] = [];
    const listCustomers: typeof billing.listCustomers = async (after) => {
      asked.push(after);
      if (after === subscription.customer) throw new Error('No such customer.');
      const all = [...stripe.customers.keys()];
      const rest = all.slice(after === null ? 0 : all.indexOf(after) + 1);
      const page = rest.slice(0, rest.indexOf(subscription.customer) + 1 || rest.length);
      const customers = page.map((one) => ({
        id: one,
        userId: stripe.customers.get(one)?.metadata.userId ?? null,
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
    expect(stripe.customers.has(later.customer)).toBe(true);
  });
});

describe('A form that shows a price', () => {
  it('works where Stripe refuses the preview, since the subscription has ended there', async () => {
    const { call, subscription } = await subscribePerson(server, stripe, clock);
    Object.assign(subscription, { status: 'canceled', ended_at: subscription.created + 60 });
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
