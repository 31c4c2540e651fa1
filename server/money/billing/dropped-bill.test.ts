import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderAway } from '#server/infra/billing-provider.ts';
import { FAILING_CARD, GOOD_CARD, newcomerAt, pay, pressButton, refresh } from '#test/billing.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { resendUnsettled } from './settle-bill.ts';
import { syncUser } from './sync.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const app = () => server.running.app;
const within = { timeout: 20_000, interval: 30 };
const away = () => Promise.reject(new ProviderAway('500'));
let untouched: ReturnType<typeof app>['billing'];

beforeAll(() => {
  untouched = { ...app().billing };
});
afterEach(() => void Object.assign(app().billing, untouched));

/** Someone whose June is not paid, and whose open bill the provider fails to void. */
async function owing() {
  const person = await newcomerAt(server, clock);
  await pay(server, person.call);
  await pressButton(server, person.call, { action: 'hurry' });
  await refresh(person.call);
  await pressButton(server, person.call, { action: 'card', card: FAILING_CARD });
  await person.pass(31);
  await refresh(person.call);
  app().billing.voidInvoice = away;
  return person;
}
type Debtor = Awaited<ReturnType<typeof owing>>;

const drop = ({ call }: Debtor) => call('POST', '/api/billing/cancel', { openInvoice: 'void' });
const invoicesOf = async ({ id }: Debtor) => {
  const { invoices } = await app().billing.fetchTruth(`cus_test_${id}`);
  return invoices.map(({ status, cents }) => `${status} ${cents}`).sort();
};
const isVoided = (person: Debtor) =>
  vi.waitFor(async () => {
    expect(await invoicesOf(person)).toEqual(['paid 500', 'void 500']);
    const [row] = await app().db.select().from(subscriptions).where(eq(subscriptions.userId, person.id));
    expect(row?.unsettledAt).toBeNull();
  }, within);

describe('An open bill that was to be dropped', () => {
  it('is dropped however long the provider is away after it has ended the subscription', {
    tags: ['thorough'],
  }, async () => {
    const person = await owing();
    expect((await drop(person)).status).toBe(503);
    await refresh(person.call);
    expect(await invoicesOf(person)).toEqual(['open 500', 'paid 500']);
    await app().db.execute(sql`delete from pgboss.job where name = 'billing-stop'`);
    Object.assign(app().billing, untouched);
    clock.now = new Date(clock.now.getTime() + 3 * 60 * 60 * 1000);
    await resendUnsettled(app());
    await isVoided(person);
  });

  it.each([true, false])(
    'is dropped by a second press, which charges nothing (ending noted meanwhile: %s)',
    { tags: ['thorough'] },
    async (isNoted) => {
      const person = await owing();
      expect((await drop(person)).status).toBe(503);
      if (isNoted) await refresh(person.call);
      await pressButton(server, person.call, { action: 'card', card: GOOD_CARD });
      app().billing.voidInvoice = untouched.voidInvoice;
      const { status, body } = await person.call('POST', '/api/billing/cancel', { openInvoice: 'settle' });
      expect([status, body.isSubscribed, body.openInvoice]).toEqual([200, false, null]);
      await isVoided(person);
    },
  );

  it('is dropped before a new subscription starts', async () => {
    const person = await owing();
    await drop(person);
    await refresh(person.call);
    expect((await person.call('POST', '/api/billing/checkout')).status).toBe(503);
    app().billing.voidInvoice = untouched.voidInvoice;
    expect((await person.call('POST', '/api/billing/checkout')).status).toBe(200);
    await isVoided(person);
  });

  it('by a suspension is dropped, too', { tags: ['thorough'] }, async () => {
    const person = await owing();
    const root = await signUp(server, 'Root Admin');
    await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, root.id));
    const suspension = { reason: 'Spam', hidesPages: false };
    expect((await root.call('POST', `/api/admin/users/${person.id}/suspend`, suspension)).status).toBe(200);
    await vi.waitFor(async () => {
      const [subscription] = (await untouched.fetchTruth(`cus_test_${person.id}`)).subscriptions;
      expect(subscription?.status).toBe('canceled');
    }, within);
    await syncUser(app(), person.id);
    await app().db.execute(sql`delete from pgboss.job where name = 'billing-stop'`);
    Object.assign(app().billing, untouched);
    clock.now = new Date(clock.now.getTime() + 3 * 60 * 60 * 1000);
    await resendUnsettled(app());
    await isVoided(person);
  });
});
