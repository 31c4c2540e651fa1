import path from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountEvents } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import { type OwnId, signUp } from '#test/factories.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent, subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';

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

const billing = async (call: Client) => (await call('GET', '/api/billing')).body;
/** The entries of the history about them. */
const toldOf = async (id: OwnId) => {
  const history = await app().db.select().from(accountEvents).where(eq(accountEvents.userId, id));
  return history
    .filter(({ kind }) => ['refunded', 'disputed'].includes(kind))
    .map(({ kind, details }) => `${kind} ${details.name}`)
    .sort();
};
const expectRefundMails = (username: string, subjects: string[]) =>
  vi.waitFor(
    async () => {
      const letters = await readOutbox(path.join(app().config.dataDir, 'outbox'));
      const refunds = letters.filter(
        ({ to, subject }) => to.includes(username) && subject.includes('refund'),
      );
      expect(refunds.map(({ subject }) => subject).sort()).toEqual(subjects);
    },
    { timeout: 30_000, interval: 30 },
  );

describe('Money that was returned', () => {
  it('and disputes are in the invoices, in the owner’s history and at the administrators', async () => {
    const { call, id, username, subscription } = await subscribePerson(server, stripe, clock);
    const { customer } = subscription;
    const facts = { number: 'G-9', status: 'paid' as const, cents: 500, refundedCents: 200 };
    const dates = { createdAt: subscription.startedAt, paidAt: subscription.startedAt };
    await stripe.ledger.put('invoice', 'in_r', customer, { ...facts, ...dates, id: 'in_r' });
    await call('POST', '/api/billing/refresh');
    const charge = { id: 'ch_r', object: 'charge', customer, amount_refunded: 200, currency: 'usd' };
    expect(await deliverEvent(server, 'charge.refunded', charge, clock.now)).toBe(200);
    const refund = { object: 'refund', id: 're_1', charge: charge.id };
    expect(await deliverEvent(server, 'refund.created', refund, clock.now)).toBe(200);
    stripe.odd.set(charge.id, { disputed: true });
    stripe.disputes.set('dp_1', { charge: charge.id, status: 'needs_response' });
    const dispute = { object: 'dispute', id: 'dp_1', charge: charge.id };
    expect(await deliverEvent(server, 'charge.dispute.created', dispute, clock.now)).toBe(200);
    const invoice = { number: 'G-9', status: 'paid', refundedCents: 200, isDisputed: true };
    expect((await billing(call)).invoices).toMatchObject([invoice]);
    await call('POST', '/api/billing/refresh');
    expect((await billing(call)).invoices).toMatchObject([invoice]);
    expect(await toldOf(id)).toEqual(['disputed invoice G-9', 'refunded $2 of invoice G-9']);
    await expectRefundMails(username, ['Your refund: $2']);
    const { events } = (await admin('GET', `/api/admin/users/${id}/billing`)).body;
    const effects = events.map(({ effect }: { effect: string }) => effect);
    expect(effects).toEqual(
      expect.arrayContaining(['refunded $2 of invoice G-9', 'invoice G-9 is disputed', 'nothing new']),
    );
    // Stripe goes on to say that the charge was disputed.
    stripe.disputes.set('dp_1', { charge: charge.id, status: 'won' });
    expect(await deliverEvent(server, 'charge.dispute.closed', dispute, clock.now)).toBe(200);
    expect((await billing(call)).invoices).toMatchObject([{ ...invoice, isDisputed: false }]);
    // An event that does not say what was returned before it.
    await stripe.ledger.put('invoice', 'in_r', customer, {
      ...facts,
      ...dates,
      id: 'in_r',
      refundedCents: 350,
    });
    const more = { ...charge, amount_refunded: 350 };
    expect(await deliverEvent(server, 'charge.refunded', more, clock.now)).toBe(200);
    await expectRefundMails(username, ['Your refund: $1.50', 'Your refund: $2']);
  });

  it('is told refund by refund, whenever its bill and its events arrive, and not once more by a dispute', async () => {
    const { call, id, username, subscription } = await subscribePerson(server, stripe, clock);
    const { customer, startedAt: createdAt } = subscription;
    const facts = { number: 'G-10', status: 'paid' as const, cents: 900, createdAt, paidAt: createdAt };
    const put = (refundedCents: number) =>
      stripe.ledger.put('invoice', 'in_n', customer, { ...facts, id: 'in_n', refundedCents });
    const refund = (amount_refunded: number, before: number) => {
      const object = { id: 'ch_n', object: 'charge', customer, amount_refunded, currency: 'usd' };
      const data = { object, previous_attributes: { amount_refunded: before } };
      return deliverEvent(server, 'charge.refunded', object, clock.now, { data });
    };
    const made = { object: 'refund', id: 're_n', charge: 'ch_n' };
    await put(300);
    expect([await refund(200, 0), await refund(300, 200)]).toEqual([200, 200]);
    await call('POST', '/api/billing/refresh');
    await put(900);
    expect(await deliverEvent(server, 'refund.created', made, clock.now)).toBe(200);
    expect([await refund(900, 700), await refund(700, 300)]).toEqual([200, 200]);
    stripe.odd.set('ch_n', { disputed: true });
    stripe.disputes.set('dp_n', { charge: 'ch_n', status: 'needs_response' });
    const dispute = { object: 'dispute', id: 'dp_n', charge: 'ch_n' };
    expect(await deliverEvent(server, 'charge.dispute.created', dispute, clock.now)).toBe(200);
    expect((await billing(call)).invoices).toMatchObject([{ number: 'G-10', refundedCents: 900 }]);
    expect(await toldOf(id)).toEqual([
      'disputed invoice G-10',
      'refunded $1 of payment ch_n',
      'refunded $2 of invoice G-10',
      'refunded $2 of payment ch_n',
      'refunded $4 of invoice G-10',
    ]);
    const subjects = [1, 2, 2, 4].map((dollars) => `Your refund: $${dollars}`);
    await expectRefundMails(username, subjects);
  });
});
