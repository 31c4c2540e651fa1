import { eq, sql } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import {
  billingEndings,
  billingEvents,
  subscriptions,
  testProviderObjects,
} from '#server/db/schema/money.ts';
import { persons, users } from '#server/db/schema/users.ts';
import { erasePerson, lockToErase } from '#server/portability/account/erase-account.ts';
import { accountId } from '#shared/accounts/ids.ts';
import { pay } from '#test/billing.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { reconcile } from '../reconcile.ts';
import { syncUser } from '../sync.ts';
import { signEvent } from '../test-provider/signature.ts';
import { keepPromise } from './end-customer.ts';

/** Without jobs of its own: what is left of a deleted account stays, and its customer until a test ends it. */
const server = startTestServer({ ROLE: 'web' });
const app = () => server.running.app;

async function deletePayer() {
  const { call, username, id } = await signUp(server);
  await pay(server, call);
  await app()
    .db.update(users)
    .set({ stripeCustomerId: `cus_test_${id}` })
    .where(eq(users.id, id));
  expect((await call('DELETE', '/api/account', { username, password: PASSWORD })).status).toBe(200);
  return { id, customer: `cus_test_${id}` };
}

let count = 0;
async function send(type: string, object: Record<string, unknown>) {
  count += 1;
  const id = `evt_of_deleted_${count}`;
  const created = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({ id, object: 'event', type, created, data: { object } });
  const { status } = await server.client()('POST', '/api/billing/webhook', body, {
    'content-type': 'application/json; charset=utf-8',
    'stripe-signature': signEvent(Buffer.from(body), app().billing.webhookSecret, new Date()),
  });
  const [event] = await app().db.select().from(billingEvents).where(eq(billingEvents.id, id));
  return { status, effect: event?.effect, userId: event?.userId };
}

const IGNORED = { status: 200, effect: 'ignored', userId: null };

it('Events of a deleted account are accepted and ignored, before its customer has ended and after', {
  tags: ['thorough'],
}, async () => {
  const { id, customer } = await deletePayer();
  const object = { customer, metadata: { userId: id } };
  expect(await send('customer.subscription.updated', object)).toEqual(IGNORED);
  const [left] = await app().db.select().from(users).where(eq(users.id, id));
  expect(left).toMatchObject({ kind: 'gone', stripeCustomerId: null });
  await keepPromise(app(), customer);
  expect(await send('customer.subscription.deleted', object)).toEqual(IGNORED);
});

it('A refund that waits for the deletion of its account is accepted and ignored', async () => {
  const { id } = await signUp(server);
  const customerId = `cus_test_${id}`;
  await app().db.update(users).set({ stripeCustomerId: customerId }).where(eq(users.id, id));
  const charge = { id: 'ch_late', customerId, invoiceId: null, isDisputed: false, currency: 'usd' };
  vi.spyOn(app().billing, 'findCharge').mockResolvedValueOnce({ ...charge, refundedCents: 500 });
  const countWaits = async () => {
    const { rows } = await app().db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows.length;
  };
  const [answer] = await app().db.transaction(async (tx) => {
    await lockToErase(tx, id);
    const sent = send('charge.refunded', { object: 'charge', id: 'ch_late' });
    await expect.poll(countWaits, { timeout: 10_000 }).toBeGreaterThan(0);
    const [person] = await tx.select().from(persons).where(eq(persons.id, id));
    if (person) await erasePerson(app(), tx, person);
    return [sent] as const;
  });
  expect(await answer).toEqual(IGNORED);
});

it('The comparison gives a deleted account no customer, and notes that this one has none', {
  tags: ['thorough'],
}, async () => {
  const { id, customer } = await deletePayer();
  await app().db.delete(billingEndings).where(eq(billingEndings.customerId, customer));
  const said = (await reconcile(app())).join('\n');
  expect(said).toContain(`belongs to the account ${id}, which no longer exists`);
  expect(said).not.toContain('noted the customer');
});

it('The built-in provider keeps neither name nor address of a deleted account', async () => {
  const { customer } = await deletePayer();
  const kept = async () => {
    const isIts = eq(testProviderObjects.customerId, customer);
    return JSON.stringify(await app().db.select().from(testProviderObjects).where(isIts));
  };
  expect(await kept()).toMatch(/@example\.com.*Ada Lovelace|Ada Lovelace.*@example\.com/);
  await keepPromise(app(), customer);
  expect(await kept()).toContain(customer);
  expect(await kept()).not.toMatch(/@example\.com|Ada Lovelace/);
});

it('A check of a subscription that is due after its account has gone ends quietly', {
  tags: ['thorough'],
}, async () => {
  const { id } = await deletePayer();
  expect(await syncUser(app(), id)).toEqual([]);
  expect(await app().db.$count(subscriptions, eq(subscriptions.userId, id))).toBe(0);
  expect(await syncUser(app(), accountId.parse('nobody'))).toEqual([]);
});
