import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingEndings } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import type { Health } from '#shared/operations/health.ts';
import { signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { reconcile } from '../reconcile.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const app = () => server.running.app;
let admin: Client;

beforeAll(async () => {
  const root = await signUp(server, 'Ada King');
  admin = root.call;
  await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, root.id));
});
afterAll(() => stripe.close());

const health = async (): Promise<Health> => (await admin('GET', '/api/admin/health')).body;

describe('A customer at Stripe whose account is gone', () => {
  it('is ended by the comparison once two nights have found it, if nobody remembers it', async () => {
    const { id, username, subscription } = await subscribePerson(server, stripe, clock);
    await app().db.delete(users).where(eq(users.id, id));
    expect((await reconcile(app())).join('\n')).toContain('if the next night finds it again');
    expect((await reconcile(app())).join('\n')).toContain('if the next night finds it again');
    expect([subscription.status, stripe.hasCustomer(subscription.customer)]).toEqual(['trialing', true]);
    clock.now = new Date(clock.now.getTime() + 24 * 60 * 60 * 1000);
    const said = (await reconcile(app())).join('\n');
    expect(said).toContain(`belongs to the account ${id}, which no longer exists`);
    expect(said).not.toContain(username);
    expect([subscription.status, stripe.hasCustomer(subscription.customer)]).toEqual(['canceled', false]);
    expect(await reconcile(app())).toEqual([]);
  });

  it('is ended at once by the comparison if that was promised', async () => {
    const { id, subscription } = await subscribePerson(server, stripe, clock);
    await app().db.delete(users).where(eq(users.id, id));
    const promise = { customerId: subscription.customer, userId: id, createdAt: clock.now };
    await app().db.insert(billingEndings).values(promise);
    await app().db.execute(
      sql`insert into pgboss.job (name, data, state) values
        ('billing-end', ${JSON.stringify({ customerId: subscription.customer })}::jsonb, 'failed')`,
    );
    expect((await reconcile(app())).join()).toContain('it was deleted there');
    expect([subscription.status, stripe.hasCustomer(subscription.customer)]).toEqual(['canceled', false]);
    expect((await health()).endings).toEqual([]);
    const failed = sql`select id from pgboss.job where name = 'billing-end' and state = 'failed'`;
    expect((await app().db.execute(failed)).rows).toEqual([]);
  });

  it('is left as it is where many accounts are missing, as after restoring a backup, until an operator says so', {
    tags: ['thorough'],
  }, async () => {
    const gone: Awaited<ReturnType<typeof subscribePerson>>[] = [];
    for (let n = 0; n < 4; n++) gone.push(await subscribePerson(server, stripe, clock));
    const ids = gone.map(({ id }) => id);
    await app().db.delete(users).where(inArray(users.id, ids));
    const areThere = () => gone.map(({ subscription }) => stripe.hasCustomer(subscription.customer));
    await reconcile(app());
    clock.now = new Date(clock.now.getTime() + 24 * 60 * 60 * 1000);
    const said = (await reconcile(app())).join('\n');
    expect(said).toContain('4 customers at the payment provider belong to accounts that do not exist here');
    for (const id of ids) expect(said).toContain(`the account ${id}, which no longer exists`);
    expect(areThere()).toEqual([true, true, true, true]);
    expect((await health()).problems.join()).toContain('npm run admin -- reconcile --end-orphans');
    await reconcile(app(), { endsOrphans: true });
    expect(areThere()).toEqual([false, false, false, false]);
    expect((await health()).problems.join()).not.toContain('--end-orphans');
    expect(await reconcile(app())).toEqual([]);
  });

  it('of another installation with the same keys is left alone', async () => {
    const foreign = 'cus_foreign';
    const marks = { userId: 'elsewhere', installation: 'another' };
    await stripe.ledger.put('customer', foreign, foreign, { ...marks, email: '', fullName: '' });
    expect(await reconcile(app())).toEqual([]);
    expect(stripe.hasCustomer(foreign)).toBe(true);
    stripe.ledger.forget(foreign);
  });
});
