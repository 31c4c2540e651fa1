import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { billingEvents } from '#server/db/schema/money.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderAway } from '#server/infra/billing-provider.ts';
import { createQueue } from '#server/infra/queue/queue.ts';
import { pay } from '#test/billing.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { comparePage, reconcile, throwAway } from './reconcile.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer({}, () => clock.now);
const app = () => server.running.app;
const run = () => reconcile(app());
const stored = async (id: OwnId) => (await app().db.select().from(users).where(eq(users.id, id)))[0];

async function subscriber() {
  const person = await signUp(server);
  await pay(server, person.call);
  // The provider's two events have arrived: nothing else will repair what the tests break.
  await vi.waitFor(
    async () => expect(await app().db.$count(billingEvents, eq(billingEvents.userId, person.id))).toBe(2),
    { timeout: 20_000, interval: 30 },
  );
  return person;
}

describe('Reconciling', () => {
  it('changes nothing and says nothing where all agrees', { tags: ['thorough'] }, async () => {
    const { id } = await subscriber();
    await run();
    const before = await stored(id);
    expect(await run()).toEqual([]);
    expect(await stored(id)).toEqual(before);
  });

  it('fixes a subscription status that differs from the provider’s, and says what it did', async () => {
    const { id, username } = await subscriber();
    const wrong = { subscriptionStatus: 'active' as const, trialEndsAt: null, checkoutCompletedAt: null };
    await app().db.update(users).set(wrong).where(eq(users.id, id));
    expect(await run()).toEqual([
      `${username}: subscriptionStatus: active → trial; trialEndsAt: none → 2026-05-15T12:00:00.000Z; checkoutCompletedAt: none → 2026-05-01T12:00:00.000Z.`,
    ]);
    expect(await run()).toEqual([]);
  });

  it('finds a customer whose note was lost between the provider’s answer and our commit', {
    tags: ['thorough'],
  }, async () => {
    const { id, username, call } = await subscriber();
    const lost = { stripeCustomerId: null, stripeSubscriptionId: null, checkoutCompletedAt: null };
    await app().db.update(users).set(lost).where(eq(users.id, id));
    const said = await run();
    expect(said[0]).toBe(`${username}: noted the customer cus_test_${id}, which was not known here.`);
    expect(said[1]).toContain('stripeSubscriptionId: none → sub_test_');
    expect((await call('GET', '/api/auth/me')).body.user.hasPaid).toBe(true);
    expect(await run()).toEqual([]);
  });

  it('fixes the number of cards', async () => {
    const { id, username } = await subscriber();
    const card = { userId: id, name: 'Work', fullName: 'Ada' };
    await app()
      .db.insert(businessCards)
      .values([
        { ...card, id: `${id}-1` },
        { ...card, id: `${id}-2` },
      ]);
    expect(await run()).toEqual([`${username}: the provider counted 1 cards and counts 2 now.`]);
    expect(await run()).toEqual([]);
  });

  it('fixes the others when one customer cannot be read, and says who', { tags: ['thorough'] }, async () => {
    const [one, other] = [await subscriber(), await subscriber()];
    for (const { id } of [one, other]) {
      await app().db.update(users).set({ subscriptionStatus: 'expired' }).where(eq(users.id, id));
    }
    const { billing } = app();
    const fetchTruth = async (customerId: string) => {
      if (customerId.endsWith(one.id)) throw new Error('No such customer.');
      return billing.fetchTruth(customerId);
    };
    const said = await reconcile({ ...app(), billing: { ...billing, fetchTruth } });
    expect(said.sort()).toEqual(
      [
        `${one.username}: could not be compared, nothing was changed. No such customer.`,
        `${other.username}: subscriptionStatus: expired → trial.`,
      ].sort(),
    );
    expect(await run()).toEqual([`${one.username}: subscriptionStatus: expired → trial.`]);
  });

  it('reports what was fixed before the provider went away, and goes on from there', {
    tags: ['thorough'],
  }, async () => {
    for (const { id } of [await subscriber(), await subscriber()]) {
      await app().db.update(users).set({ subscriptionStatus: 'expired' }).where(eq(users.id, id));
    }
    const { billing } = app();
    const wrong = await app().db.select().from(users).where(eq(users.subscriptionStatus, 'expired'));
    const seen = new Set<string>();
    const fetchTruth: typeof billing.fetchTruth = async (customerId) => {
      if (wrong.some(({ stripeCustomerId }) => stripeCustomerId === customerId)) seen.add(customerId);
      if (seen.size > 1) throw new ProviderAway('connect ECONNREFUSED');
      return billing.fetchTruth(customerId);
    };
    const away = { ...app(), billing: { ...billing, fetchTruth } };
    const first = await comparePage(away, { part: 'users', after: null, startedAt: clock.now }, throwAway);
    expect(first.said).toHaveLength(1);
    if (!first.next) throw new Error('There is no next page.');
    await expect(comparePage(away, { ...first.next, startedAt: clock.now }, throwAway)).rejects.toThrow(
      ProviderAway,
    );
    const rest = await comparePage(app(), { ...first.next, startedAt: clock.now }, throwAway);
    expect([...first.said, ...rest.said].sort()).toEqual(
      wrong.map(({ username }) => `${username}: subscriptionStatus: expired → trial.`).sort(),
    );
  });

  it('works beside the app, from a process whose queue has no workers', { tags: ['thorough'] }, async () => {
    const { id, username } = await subscriber();
    await app().db.update(users).set({ subscriptionStatus: 'expired' }).where(eq(users.id, id));
    const queue = createQueue({ connectionString: app().config.databaseUrl }, pino({ level: 'silent' }));
    try {
      const said = await reconcile({ ...app(), queue });
      expect(said).toEqual([`${username}: subscriptionStatus: expired → trial.`]);
      await app()
        .db.insert(businessCards)
        .values([
          { id: `${id}-1`, userId: id, name: 'Work', fullName: 'Ada' },
          { id: `${id}-2`, userId: id, name: 'Work', fullName: 'Ada' },
        ]);
      expect(await reconcile({ ...app(), queue })).toHaveLength(1);
    } finally {
      await queue.stop();
    }
  });
});
