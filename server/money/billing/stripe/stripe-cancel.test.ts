import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { restorations } from '#server/db/schema/operations.ts';
import { users } from '#server/db/schema/users.ts';
import { matchQuantity } from '#server/money/billing/match-quantity.ts';
import { readPendingItems } from '#server/money/billing/test-provider/pending-items.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { followBilling } from '#test/billing-mails.ts';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent, subscribePerson } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer(stripeEnv(stripe), () => clock.now);
const { mailOf, subjectsTo } = followBilling(server, clock);

const afterDays = (days: number) => new Date(clock.now.getTime() + days * DAY_MS).toISOString();

afterAll(() => stripe.close());
afterEach(() => {
  stripe.fail(0, 500);
  delete stripe.decline.decline_code;
});

/** Someone with one card in the middle of a paid period of 30 days. */
async function subscriber() {
  const person = await subscribePerson(server, stripe, clock);
  const { subscription } = person;
  Object.assign(subscription, {
    status: 'active',
    periodStartsAt: afterDays(-15),
    periodEndsAt: afterDays(15),
  });
  await person.call('POST', '/api/billing/refresh');
  return person;
}

async function addSecondCard({ call, id }: Awaited<ReturnType<typeof subscriber>>) {
  for (let card = 0; card < 2; card += 1) await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
  await matchQuantity(server.running.app, id);
}

const within = { timeout: 20_000, interval: 30 };
const pendingOf = ({ subscription }: Awaited<ReturnType<typeof subscriber>>) =>
  readPendingItems(subscription)
    .map(({ cents }) => cents)
    .sort((a, b) => b - a);
const invoicesOf = (customer: string) =>
  stripe.ledger
    .all('invoice')
    .filter((invoice) => invoice.customer === customer)
    .map(({ status, cents }) => `${status} ${cents}`);

async function oweAt({ subscription }: Awaited<ReturnType<typeof subscriber>>, cents = 500) {
  const { customer, startedAt: createdAt } = subscription;
  Object.assign(subscription, { status: 'past_due', retryAt: afterDays(3) });
  const id = `in_test_${subscription.id}`;
  const facts = { number: 'G-7', subscriptionId: subscription.id, status: 'open' as const, cents };
  await stripe.ledger.put('invoice', id, customer, { ...facts, id, createdAt, paidAt: null });
}

describe('With Stripe', () => {
  it('the next bill with another card is the preview Stripe makes', { tags: ['thorough'] }, async () => {
    const { call } = await subscriber();
    expect((await call('GET', '/api/billing/quote?cards=2')).body).toMatchObject({
      periodCents: 1000,
      nextBill: { at: '2026-05-16T12:00:00.000Z', cents: 1250, currency: 'usd' },
    });
  });

  it('a form without Stripe shows the price, and says why the bill is missing', {
    tags: ['thorough'],
  }, async () => {
    const { call } = await subscriber();
    stripe.fail(6, 503);
    expect((await call('GET', '/api/billing/quote?cards=2')).body).toMatchObject({
      periodCents: 1000,
      nextBill: null,
      noBillBecause: 'provider_away',
    });
  });

  it('a cancellation invoices what is pending and leaves nothing to be collected', async () => {
    const person = await subscriber();
    await addSecondCard(person);
    expect((await person.call('GET', '/api/billing/cancellation')).body.prorationCents).toBe(250);
    expect((await person.call('POST', '/api/billing/cancel')).body.status).toBe('cancelled');
    expect(invoicesOf(person.subscription.customer)).toEqual(['paid 250']);
    expect(person.subscription.isCancelled).toBe(true);
    expect(pendingOf(person)).toEqual([]);
  });

  it('a declined proration cancels nothing', { tags: ['thorough'] }, async () => {
    const person = await subscriber();
    await addSecondCard(person);
    person.subscription.isCardGood = false;
    expect((await person.call('POST', '/api/billing/cancel')).status).toBe(409);
    expect(person.subscription.isCancelled).toBe(false);
  });

  it('two cancellations at once charge what is pending once', async () => {
    const person = await subscriber();
    await addSecondCard(person);
    await Promise.all([1, 2, 3].map(() => person.call('POST', '/api/billing/cancel')));
    expect(invoicesOf(person.subscription.customer)).toEqual(['paid 250']);
    expect(person.subscription.isCancelled).toBe(true);
  });

  it('an open invoice is settled or voided as chosen', async () => {
    const payer = await subscriber();
    await oweAt(payer);
    expect((await payer.call('POST', '/api/billing/cancel')).status).toBe(409);
    expect(payer.subscription.isCancelled).toBe(false);
    const { body } = await payer.call('POST', '/api/billing/cancel', { openInvoice: 'settle' });
    expect(body).toMatchObject({ status: 'cancelled', isPaymentFailing: false });
    expect(invoicesOf(payer.subscription.customer)).toEqual(['paid 500']);

    const leaver = await subscriber();
    await oweAt(leaver);
    const left = await leaver.call('POST', '/api/billing/cancel', { openInvoice: 'void' });
    expect(left.body).toMatchObject({ status: 'expired', isSubscribed: false });
    expect(leaver.subscription.status).toBe('canceled');
    expect(invoicesOf(leaver.subscription.customer)).toEqual(['void 500']);
  });

  it('a bill that its bank wants confirmed is no declined card, and says where to confirm it', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await oweAt(person);
    person.subscription.isCardGood = false;
    stripe.decline.decline_code = 'authentication_required';
    const { status, body } = await person.call('POST', '/api/billing/cancel', { openInvoice: 'settle' });
    expect([status, body.message]).toEqual([
      409,
      expect.stringMatching(
        /^Your bank wants you to confirm the payment first, so nothing was charged and your subscription continues\. The bill of \$5 stays open: .* Open the bill with “View” under Invoices and confirm it there, then cancel again\.$/,
      ),
    ]);
    expect(person.subscription.isCancelled).toBe(false);
  });

  it.each([
    { status: 'requires_action' },
    { last_payment_error: { code: 'card_declined', decline_code: 'authentication_required' } },
  ])('the mail about such a bill leads to its page: %j', async (payment) => {
    const person = await subscriber();
    await oweAt(person);
    const { id, customer } = person.subscription;
    stripe.odd.set(`pi_test_${id}`, payment);
    const bill = { id: `in_test_${id}`, customer };
    expect(await deliverEvent(server, 'invoice.payment_action_required', bill, clock.now)).toBe(200);
    const { text } = await mailOf(person.username, /^Confirm your payment of \$5$/);
    expect(text).toContain('Your bank wants you to confirm the payment of $5 first, so nothing was paid.');
    expect(text).toContain(`https://stripe.test/test-provider/invoice/in_test_${id}`);
    expect(text).not.toMatch(/declined|try again/);
  });

  it('a bill that its bank wants confirmed only later is told once more, also on screens', async () => {
    const person = await subscriber();
    await oweAt(person);
    const { id, customer } = person.subscription;
    const bill = { id: `in_test_${id}`, customer };
    const openInvoice = async () => (await person.call('GET', '/api/billing')).body.openInvoice;
    expect(await deliverEvent(server, 'invoice.payment_failed', bill, clock.now)).toBe(200);
    await mailOf(person.username, /^Your payment of \$5 failed$/);
    expect(await openInvoice()).toMatchObject({ needsConfirmation: false });
    stripe.odd.set(`pi_test_${id}`, { status: 'requires_action' });
    for (const type of ['invoice.payment_action_required', 'invoice.payment_failed'])
      expect(await deliverEvent(server, type, bill, clock.now)).toBe(200);
    await mailOf(person.username, /^Confirm your payment of \$5$/);
    expect(await openInvoice()).toMatchObject({
      needsConfirmation: true,
      url: expect.stringContaining(bill.id),
    });
    const { body: due } = await person.call('GET', '/api/billing/cancellation');
    expect(due.openInvoices).toMatchObject([{ id: bill.id, needsConfirmation: true }]);
    const subjects = await subjectsTo(person.username);
    expect(subjects.filter((subject) => subject.startsWith('Confirm'))).toHaveLength(1);
  });

  it('a bank that asks after a restore is told of, although the bill is older', {
    tags: ['thorough'],
  }, async () => {
    const { db } = server.running.app;
    const person = await subscriber();
    await oweAt(person);
    const { id, customer } = person.subscription;
    const bill = { id: `in_test_${id}`, customer };
    expect(await deliverEvent(server, 'invoice.payment_failed', bill, clock.now)).toBe(200);
    await mailOf(person.username, /^Your payment of \$5 failed$/);
    const facts = { id: 'restored', takenAt: clock.now, release: '1', releasedAt: clock.now };
    await db.insert(restorations).values({ ...facts, restoredAt: clock.now });
    clock.now = new Date(clock.now.getTime() + 1_000);
    stripe.odd.set(`pi_test_${id}`, { status: 'requires_action' });
    expect(await deliverEvent(server, 'invoice.payment_action_required', bill, clock.now)).toBe(200);
    await mailOf(person.username, /^Confirm your payment of \$5$/);
    await db.delete(restorations);
  });

  it('a card added after the cancellation costs nothing, since nothing more is charged', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await person.call('POST', '/api/billing/cancel');
    await addSecondCard(person);
    expect(person.subscription.quantity).toBe(1);
    expect(pendingOf(person)).toEqual([]);
  });

  it('and is billed once the cancellation is taken back, as said before', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await person.call('POST', '/api/billing/cancel');
    await addSecondCard(person);
    const said = (await person.call('GET', '/api/billing/quote?resumed=true')).body;
    expect(said.nextBill.cents).toBe(1250);
    expect((await person.call('POST', '/api/billing/resume')).body.nextCharge.cents).toBe(1250);
    expect(pendingOf(person)).toEqual([500, -250]);
  });

  it('a cancellation in the portal has what is pending charged', { tags: ['thorough'] }, async () => {
    const person = await subscriber();
    await addSecondCard(person);
    person.subscription.isCancelled = true;
    await deliverEvent(server, 'customer.subscription.updated', person.subscription, clock.now);
    await vi.waitFor(() => expect(invoicesOf(person.subscription.customer)).toEqual(['paid 250']), within);
  });

  it('a suspension drops what is pending with the cards it was for', { tags: ['thorough'] }, async () => {
    const person = await subscriber();
    await addSecondCard(person);
    const { db } = server.running.app;
    await db.update(users).set({ suspendedAt: clock.now }).where(eq(users.id, person.id));
    await deliverEvent(server, 'customer.subscription.updated', person.subscription, clock.now);
    await vi.waitFor(() => {
      expect(person.subscription.isCancelled).toBe(true);
      expect([pendingOf(person), person.subscription.quantity]).toEqual([[], 1]);
    }, within);
    expect(invoicesOf(person.subscription.customer)).toEqual([]);
  });

  it('a Stripe that fails in the middle leaves the subscription as it was', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    await addSecondCard(person);
    // Items are asked for what is due, and again for the charge, whose invoice then fails.
    stripe.after('GET /v1/invoiceitems', async () =>
      stripe.after('GET /v1/invoiceitems', async () => stripe.fail(1_000_000, 500)),
    );
    expect((await person.call('POST', '/api/billing/cancel')).status).toBe(503);
    stripe.fail(0, 500);
    expect(person.subscription.isCancelled).toBe(false);
    expect(pendingOf(person)).toEqual([500, -250]);
  });

  it('a refusal is no silence: cancelling what has ended says so, and shows what stands', {
    tags: ['thorough'],
  }, async () => {
    const person = await subscriber();
    Object.assign(person.subscription, { status: 'canceled', endedAt: afterDays(0) });
    const { status, body } = await person.call('POST', '/api/billing/cancel');
    expect([status, body.message]).toEqual([
      409,
      'Your subscription has already ended. You won’t be charged again.',
    ]);
    expect((await person.call('GET', '/api/billing')).body).toMatchObject({ isSubscribed: false });
  });
});
