import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { subscriptions } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderAway } from '#server/infra/billing-provider.ts';
import type { PriceChange } from '#shared/money/billing.ts';
import { FAILING_CARD, newcomerAt, pay, pressButton, refresh } from '#test/billing.ts';
import { followBilling } from '#test/billing-mails.ts';
import { PASSWORD, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { matchQuantity } from './match-quantity.ts';
import { resendUnsettled } from './settle-bill.ts';
import { syncUser } from './sync.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({ PUBLIC_URL: 'https://cards.example.com' }, () => clock.now);
const { mailOf, subjectsTo } = followBilling(server, clock);
const app = () => server.running.app;
const within = { timeout: 20_000, interval: 30 };
const away = () => Promise.reject(new ProviderAway('500'));
let admin: Client;
let adminName: string;
let untouched: ReturnType<typeof app>['billing'];

beforeAll(async () => {
  const root = await signUp(server, 'Root Admin');
  [admin, adminName] = [root.call, root.username];
  await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, root.id));
  untouched = { ...app().billing };
});
afterEach(() => void Object.assign(app().billing, untouched));

/** Someone who has paid May for one card, on its first day. */
async function subscriber() {
  const person = await newcomerAt(server, clock);
  const { call, id } = person;
  await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  await pay(server, call);
  await pressButton(server, call, { action: 'hurry' });
  await refresh(call);
  const addTwo = async () => {
    const made: string[] = [];
    for (const name of ['Two', 'Three']) {
      made.push((await call('POST', '/api/cards', { name, fullName: 'Ada' })).body.id);
    }
    await matchQuantity(app(), id);
    return made;
  };
  const remove = async (ids: string[]) => {
    for (const card of ids) await call('DELETE', `/api/cards/${card}`);
    await matchQuantity(app(), id);
  };
  return { ...person, addTwo, remove };
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>;

const cancel = ({ call }: Subscriber, body = {}) => call('POST', '/api/billing/cancel', body);
const invoicesOf = async ({ id }: Subscriber) => {
  const { invoices } = await app().billing.fetchTruth(`cus_test_${id}`);
  return invoices.map(({ status, cents }) => `${status} ${cents}`).sort();
};
const subscriptionOf = async ({ id }: Subscriber) => {
  const [subscription] = (await app().billing.fetchTruth(`cus_test_${id}`)).subscriptions;
  return subscription?.id ?? '';
};
const act = async ({ id }: Subscriber, what: string) => {
  await admin('POST', '/api/auth/login', { email: adminName, password: PASSWORD });
  const body = { reason: 'Spam', ...(what === 'suspend' ? { hidesPages: false } : {}) };
  expect((await admin('POST', `/api/admin/users/${id}/${what}`, body)).status).toBe(200);
};
const isSettled = ({ id }: Subscriber) =>
  vi.waitFor(async () => {
    const [subscription] = (await untouched.fetchTruth(`cus_test_${id}`)).subscriptions;
    expect(subscription?.cancelsAt).not.toBeNull();
    expect(subscription?.pendingCents).toBe(0);
    const [row] = await app().db.select().from(subscriptions).where(eq(subscriptions.userId, id));
    expect(row?.unsettledAt).toBeNull();
  }, within);

describe('Cards added under a cancellation', () => {
  it('are billed once it is taken back, as said before, so that deleting them earns nothing', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    const { call, addTwo, remove } = person;
    for (let round = 0; round < 2; round += 1) {
      await cancel(person);
      const added = await addTwo();
      const said: PriceChange = (await call('GET', '/api/billing/quote?resumed=true')).body;
      expect(said).toMatchObject({ quantity: 3, periodCents: 1500, nextBill: { cents: 2500 } });
      const resumed = (await call('POST', '/api/billing/resume')).body;
      expect(resumed.nextCharge.cents).toBe(said.nextBill?.cents);
      await remove(added);
      expect((await refresh(call)).nextCharge?.cents).toBe(500);
    }
    await person.pass(31);
    await refresh(call);
    expect(await invoicesOf(person)).toEqual(['paid 500', 'paid 500']);
  });

  it('are billed as well if it is taken back in the provider’s portal', { tags: ['thorough'] }, async () => {
    const { call, addTwo } = await subscriber();
    await pressButton(server, call, { action: 'cancel' });
    await refresh(call);
    await addTwo();
    expect((await call('GET', '/api/billing/quote')).body.noBillBecause).toBe('cancelled');
    await pressButton(server, call, { action: 'resume' });
    await vi.waitFor(async () => expect((await refresh(call)).nextCharge?.cents).toBe(2500), within);
  });
});

describe('Nothing is pending after a cancellation', () => {
  it('in the provider’s portal: the sum is in the mail, charged at once, and nothing later', async () => {
    const person = await subscriber();
    await person.addTwo();
    await pressButton(server, person.call, { action: 'cancel' });
    await refresh(person.call);
    await isSettled(person);
    const { text } = await mailOf(person.username, /is cancelled/);
    expect(text).toContain('We’re charging $10 now for cards you added since your last bill.');
    await person.pass(40);
    await syncUser(app(), person.id);
    expect(await invoicesOf(person)).toEqual(['paid 1000', 'paid 500']);
    const { text: receipt } = await mailOf(person.username, /receipt: \$10/);
    expect(receipt).toContain('the difference for cards you added or deleted since your last bill.');
  });

  it('however long the provider is away, also if the job was lost', { tags: ['thorough'] }, async () => {
    const person = await subscriber();
    await person.addTwo();
    app().billing.chargePending = away;
    await pressButton(server, person.call, { action: 'cancel' });
    await refresh(person.call);
    await app().db.execute(sql`delete from pgboss.job where name = 'billing-stop'`);
    app().billing.chargePending = untouched.chargePending;
    clock.now = new Date(clock.now.getTime() + 3 * 60 * 60 * 1000);
    await resendUnsettled(app());
    await isSettled(person);
    // Nothing is pending from the moment at which the invoice is made, and then it is paid.
    await expect.poll(() => invoicesOf(person), within).toEqual(['paid 1000', 'paid 500']);
  });

  it.each(['chargePending', 'setCancelled'] as const)(
    'whose provider failed in the middle (%s): what the page says is true, and pressing again ends it',
    { tags: ['thorough'] },
    async (call) => {
      const person = await subscriber();
      await person.addTwo();
      Object.assign(app().billing, { [call]: away });
      expect((await cancel(person)).status).toBe(503);
      Object.assign(app().billing, untouched);
      expect(await refresh(person.call)).toMatchObject({ isCancelled: false, status: 'active' });
      expect((await cancel(person)).body.status).toBe('cancelled');
      await person.pass(40);
      await syncUser(app(), person.id);
      expect(await invoicesOf(person)).toEqual(['paid 1000', 'paid 500']);
      expect((await subjectsTo(person.username)).join()).not.toContain('back on');
    },
  );

  it('by a suspension: it is dropped with the cards it was for, and only the suspension is mailed', async () => {
    const person = await subscriber();
    await person.addTwo();
    await act(person, 'suspend');
    await isSettled(person);
    expect((await subjectsTo(person.username)).at(-1)).toContain('is suspended');
    await act(person, 'restore');
    await person.pass(1);
    const said = (await person.call('GET', '/api/billing/quote?resumed=true')).body;
    await person.call('POST', '/api/billing/resume');
    expect((await refresh(person.call)).nextCharge?.cents).toBe(said.nextBill.cents);
    expect(said.nextBill.cents).toBeGreaterThan(2400);
    expect((await subjectsTo(person.username)).join()).not.toContain('is cancelled');
  });

  it('by a suspension that lasts to the end of the period: nothing more is charged', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await person.addTwo();
    await act(person, 'suspend');
    await isSettled(person);
    clock.now = new Date(clock.now.getTime() + 60 * 86_400_000);
    await syncUser(app(), person.id);
    expect(await invoicesOf(person)).toEqual(['paid 500']);
    expect((await subjectsTo(person.username)).at(-1)).toContain('is suspended');
  });
});

describe('What is said before a cancellation', () => {
  it('counts cards at the provider, even if our note of their number is wrong', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await person.addTwo();
    await app().billing.setQuantity(await subscriptionOf(person), 1);
    const said = (await person.call('GET', '/api/billing/cancellation')).body;
    expect(said.prorationCents).toBe(1000);
    await app().billing.setQuantity(await subscriptionOf(person), 1);
    await cancel(person);
    expect(await invoicesOf(person)).toEqual(['paid 1000', 'paid 500']);
  });
});

describe('Mails tell people what they did', () => {
  it('when they cancelled in the portal with an open bill and cards that were not billed yet', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await pressButton(server, person.call, { action: 'card', card: FAILING_CARD });
    await person.pass(31);
    await refresh(person.call);
    await person.addTwo();
    await pressButton(server, person.call, { action: 'cancel' });
    await refresh(person.call);
    const { text } = await mailOf(person.username, /is cancelled/);
    expect(text).toMatch(
      /now for cards .+\. Your unpaid bill of \$5 is still due\. You won’t be charged for another period\./,
    );
  });

  it('when they chose not to pay an open bill', { tags: ['thorough'] }, async () => {
    const person = await subscriber();
    await pressButton(server, person.call, { action: 'card', card: FAILING_CARD });
    await person.pass(31);
    await refresh(person.call);
    expect((await cancel(person, { openInvoice: 'void' })).status).toBe(200);
    const { text } = await mailOf(person.username, /has ended/);
    expect(text).toContain('as you chose instead of paying your last bill, which is no longer due');
    expect(text).not.toContain('didn’t go through');
  });

  it('and nothing of a cancellation whose charge was declined; the screen says what becomes of the bill', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await person.addTwo();
    await pressButton(server, person.call, { action: 'card', card: FAILING_CARD });
    const { status, body } = await cancel(person);
    expect(status).toBe(409);
    expect(body.message).toContain('The bill of $10 stays open: unless it is paid by May 10, 2026');
    const subjects = (await subjectsTo(person.username)).join();
    expect(subjects).toContain('Your payment of $10 failed');
    expect(subjects).not.toMatch(/is cancelled|back on/);
  });

  it('and the dialog says what becomes of credit for deleted cards', { tags: ['thorough'] }, async () => {
    const person = await subscriber();
    const added = await person.addTwo();
    await person.remove(added.slice(0, 1));
    expect((await person.call('GET', '/api/billing/cancellation')).body).toMatchObject({
      prorationCents: 500,
      creditCents: 0,
    });
    expect((await cancel(person)).status).toBe(200);
    await person.call('POST', '/api/billing/resume');
    await person.remove(added.slice(1));
    expect((await person.call('GET', '/api/billing/cancellation')).body).toMatchObject({
      prorationCents: 0,
      creditCents: 500,
    });
  });
});
