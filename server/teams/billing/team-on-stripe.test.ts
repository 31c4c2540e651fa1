import { and, eq } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { invoices } from '#server/db/schema/money.ts';
import { teamMembers, users } from '#server/db/schema/users.ts';
import { matchQuantity } from '#server/money/billing/match-quantity.ts';
import { syncUser } from '#server/money/billing/sync.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmIdentity } from '#test/factories.ts';
import { inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { stripeEnv } from '#test/stripe-events.ts';
import { deliverEvent } from '#test/stripe-people.ts';
import { startStripeServer } from '#test/stripe-server.ts';
import { addMember, addTeam, addTeamCard } from '#test/teams.ts';

const START = new Date('2026-05-01T12:00:00.000Z');
const clock = { now: START };
const stripe = await startStripeServer(() => clock.now);
const server = startTestServer({ ...stripeEnv(stripe), ...WITH_MAIL }, () => clock.now);
const mailbox = openMailbox(server);
const app = () => server.running.app;
const within = { timeout: 20_000, interval: 50 };

afterAll(() => stripe.close());

/** A team with so many claimed cards, and its owner. */
async function teamOf(claimed: number, { isInTrial = true } = {}) {
  clock.now = START;
  const owner = await signUpConfirmed(server, 'Olive Owner');
  const teamId = await addTeam(server, owner.id);
  const holder = await addMember(server, teamId);
  const held: string[] = [];
  for (let card = 0; card < claimed; card += 1) held.push(await addTeamCard(server, teamId, holder.id));
  const trialEndsAt = new Date(START.getTime() + (isInTrial ? 10 * DAY_MS : 0));
  await app().db.update(users).set({ trialEndsAt }).where(eq(users.id, teamId));
  const at = `/api/teams/${teamId}/billing`;
  return { owner, teamId, holder, held, at, read: async () => (await owner.call('GET', at)).body };
}
type Team = Awaited<ReturnType<typeof teamOf>>;

/** Its owner completes a checkout; returns the subscription at Stripe. */
async function subscribe({ owner, teamId, at }: Team, choice: object = {}) {
  const { status, body } = await owner.call('POST', `${at}/checkout`, choice);
  expect([status, body]).toEqual([200, { url: expect.any(String) }]);
  const session = stripe.sessionsOf(teamId).at(-1);
  if (!session) throw new Error('There is no checkout.');
  const subscription = await stripe.complete(session.id);
  const completed = { id: session.id, customer: session.customer, client_reference_id: teamId };
  expect(await deliverEvent(server, 'checkout.session.completed', completed, clock.now)).toBe(200);
  return { session, subscription };
}

const dropCards = (teamId: AccountId) =>
  app().db.update(businessCards).set({ holderId: null }).where(eq(businessCards.userId, teamId));
const drop = (cardId: string) =>
  app().db.update(businessCards).set({ holderId: null }).where(eq(businessCards.id, cardId));
const billsOf = (customer: string) =>
  stripe.ledger
    .all('invoice')
    .filter((bill) => bill.customer === customer)
    .map(({ status, cents }) => `${status} ${cents}`);

/** Somebody who was invited claims their card. */
async function claimOne({ owner, teamId }: Team) {
  const person = await signUpConfirmed(server, 'Grace Hopper');
  const { path, cardId } = await inviteByMail(owner.call, mailbox, teamId, person.email);
  return { person, cardId, answer: await person.call('POST', path) };
}

describe('A team at Stripe', () => {
  it('subscribes for its claimed cards, and the number follows claims and leaving', {
    tags: ['thorough'],
  }, async () => {
    const team = await teamOf(2);
    await addTeamCard(server, team.teamId, null);
    const { session, subscription } = await subscribe(team);
    expect(session).toMatchObject({ quantity: 2, trialDays: 10 });
    expect(subscription).toMatchObject({ status: 'trialing', quantity: 2 });
    expect(stripe.asked.get(session.id)).toMatchObject({
      'tax_id_collection[enabled]': 'true',
      billing_address_collection: 'required',
      'customer_update[name]': 'auto',
    });
    expect(stripe.customersOf(team.teamId)).toMatchObject([{ email: team.owner.email, fullName: 'Acme' }]);
    expect((await claimOne(team)).answer.status).toBe(200);
    await vi.waitFor(() => expect(subscription.quantity).toBe(3), within);
    const left = await team.owner.call('DELETE', `/api/teams/${team.teamId}/members/${team.holder.id}`);
    expect(left.status).toBe(200);
    await vi.waitFor(() => expect(subscription.quantity).toBe(1), within);
    expect(await team.read()).toMatchObject({ status: 'trial', isSubscribed: true, quantity: 1 });
  });

  it('cancels, resumes, and ends with its period after the last claim', { tags: ['thorough'] }, async () => {
    const team = await teamOf(1, { isInTrial: false });
    const { subscription } = await subscribe(team);
    expect(billsOf(subscription.customer)).toEqual(['paid 500']);
    expect((await team.owner.call('POST', `${team.at}/cancel`)).body).toMatchObject({
      isCancelled: true,
      continuesWithClaim: false,
    });
    expect(subscription.isCancelled).toBe(true);
    expect((await team.owner.call('POST', `${team.at}/resume`)).body.isCancelled).toBe(false);
    await drop(team.held[0] ?? '');
    await matchQuantity(app(), team.teamId);
    expect(await team.read()).toMatchObject({ isCancelled: true, cards: 0, continuesWithClaim: true });
    clock.now = new Date('2026-06-02T12:00:00.000Z');
    await syncUser(app(), team.teamId);
    expect(subscription.status).toBe('canceled');
    clock.now = START;
    expect(billsOf(subscription.customer)).toEqual(['paid 500']);
  });

  it('has the next owner’s address once it was handed over', { tags: ['thorough'] }, async () => {
    const team = await teamOf(1);
    const { subscription } = await subscribe(team);
    const next = await signUpConfirmed(server, 'Nora Next');
    await app()
      .db.insert(teamMembers)
      .values({ id: newId(), teamId: team.teamId, userId: next.id, role: 'admin' });
    await confirmIdentity(team.owner.call);
    const path = `/api/teams/${team.teamId}/handover`;
    expect((await team.owner.call('POST', path, { userId: next.id })).status).toBe(200);
    expect((await next.call('POST', `${path}/accept`)).status).toBe(200);
    await vi.waitFor(
      () => expect(stripe.customersOf(team.teamId)).toMatchObject([{ email: next.email }]),
      within,
    );
    expect((await next.call('POST', `${team.at}/cancel`)).status).toBe(200);
    expect(subscription.isCancelled).toBe(true);
    expect((await team.owner.call('GET', team.at)).status).toBe(403);
  });

  it('begins a new subscription after it was deleted and restored', { tags: ['thorough'] }, async () => {
    const team = await teamOf(1, { isInTrial: false });
    const { subscription: first } = await subscribe(team);
    const path = `/api/teams/${team.teamId}`;
    await confirmIdentity(team.owner.call);
    expect((await team.owner.call('DELETE', path, { name: 'Acme' })).status).toBe(200);
    expect((await team.owner.call('POST', `${path}/restore`)).status).toBe(200);
    await vi.waitFor(() => expect(stripe.hasCustomer(first.customer)).toBe(false), within);
    await vi.waitFor(
      async () => expect(await team.read()).toMatchObject({ status: 'expired', isSubscribed: false }),
      within,
    );
    const { subscription: second } = await subscribe(team);
    expect(second.customer).not.toBe(first.customer);
    expect([first.status, second.status, second.quantity]).toEqual(['canceled', 'active', 1]);
    expect(await team.read()).toMatchObject({ status: 'active', isSubscribed: true, claimedMax: 5000 });
  });
});

describe('Pay now', () => {
  it('ends the trial of a subscription with the sum that was said, once', {
    tags: ['thorough'],
  }, async () => {
    const team = await teamOf(3);
    const { subscription } = await subscribe(team);
    const refused = await team.owner.call('POST', `${team.at}/end-trial`, { cards: 2 });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'It’s 3 cards now: $15. Nothing was charged. Check the sum, then pay.',
    ]);
    const press = () => team.owner.call('POST', `${team.at}/end-trial`, { cards: 3 });
    const answers = await Promise.all([press(), press(), press()]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    expect(billsOf(subscription.customer)).toEqual(['paid 1500']);
    expect(await team.read()).toMatchObject({ status: 'active', claimedMax: 200, claimBar: null });
    const again = await press();
    expect([again.status, again.body.message]).toEqual([
      409,
      'The free trial has already ended. Reload the page to see the current state.',
    ]);
  });

  it('charges what was said, also if somebody claims a card in that moment, who is billed from then on', async () => {
    const team = await teamOf(3);
    const { subscription } = await subscribe(team);
    stripe.after(`GET /v1/subscriptions/${subscription.id}`, async () => {
      await addTeamCard(server, team.teamId, team.holder.id);
      await matchQuantity(app(), team.teamId);
    });
    expect((await team.owner.call('POST', `${team.at}/end-trial`, { cards: 3 })).status).toBe(200);
    expect(billsOf(subscription.customer)).toEqual(['paid 1500']);
    expect(await team.read()).toMatchObject({ status: 'active', quantity: 4, nextCharge: { cents: 2500 } });
    expect(subscription.quantity).toBe(4);
  });

  it('changes nothing if the card is declined', async () => {
    const team = await teamOf(1);
    const { subscription } = await subscribe(team);
    subscription.isCardGood = false;
    const { status, body } = await team.owner.call('POST', `${team.at}/end-trial`, { cards: 1 });
    expect([status, body.message]).toEqual([
      409,
      'Your payment card was declined, so nothing was charged and the free trial goes on. Update your card under Manage payment, then try again.',
    ]);
    expect([subscription.status, billsOf(subscription.customer)]).toEqual(['trialing', []]);
  });

  it('changes nothing if the bank wants the payment confirmed, and says how to', async () => {
    const team = await teamOf(1);
    const { subscription } = await subscribe(team);
    subscription.isCardGood = false;
    stripe.decline.code = 'subscription_payment_intent_requires_action';
    const { status, body } = await team.owner.call('POST', `${team.at}/end-trial`, { cards: 1 });
    delete stripe.decline.code;
    expect([status, body.message]).toEqual([
      409,
      expect.stringContaining('Your bank wants you to confirm the payment first, so nothing was charged'),
    ]);
    expect([subscription.status, billsOf(subscription.customer)]).toEqual(['trialing', []]);
  });

  it('without a subscription begins a checkout that is due today, in place of an open one', {
    tags: ['thorough'],
  }, async () => {
    const team = await teamOf(2);
    await team.owner.call('POST', `${team.at}/checkout`);
    const { session, subscription } = await subscribe(team, { trial: 'end' });
    expect(stripe.sessionsOf(team.teamId)).toMatchObject([
      { trialDays: 10, status: 'expired' },
      { trialDays: 0 },
    ]);
    expect([session.quantity, subscription.status]).toEqual([2, 'active']);
    expect(await team.read()).toMatchObject({ status: 'active', claimedMax: 200 });
  });

  it('is refused for a cancelled trial and for nobody’s cards', { tags: ['thorough'] }, async () => {
    const team = await teamOf(1);
    expect((await team.owner.call('POST', `${team.at}/end-trial`, { cards: 1 })).status).toBe(409);
    await subscribe(team);
    await team.owner.call('POST', `${team.at}/cancel`);
    const { status, body } = await team.owner.call('POST', `${team.at}/end-trial`, { cards: 1 });
    expect([status, body.message]).toEqual([409, 'Your subscription is cancelled. Resume it first.']);
    await dropCards(team.teamId);
    expect((await team.owner.call('POST', `${team.at}/end-trial`, { cards: 0 })).status).toBe(409);
    expect((await team.owner.call('POST', `${team.at}/end-trial`, { cards: 'all' })).status).toBe(422);
  });
});

describe('Claimed cards', () => {
  it('are 10 before the team has paid, then 200, then 5,000', { tags: ['thorough'] }, async () => {
    const team = await teamOf(9);
    expect(await team.read()).toMatchObject({ claimedMax: 10, claimBar: null });
    const tenth = await claimOne(team);
    expect(tenth.answer.status).toBe(200);
    expect(await team.read()).toMatchObject({ cards: 10, claimBar: 'full' });
    expect((await claimOne(team)).answer.status).toBe(409);
    await subscribe(team, { trial: 'end' });
    expect(await team.read()).toMatchObject({ claimedMax: 200, claimBar: null });
    expect((await claimOne(team)).answer.status).toBe(200);
    for (let card = 11; card < 200; card += 1) await addTeamCard(server, team.teamId, team.holder.id);
    expect(await team.read()).toMatchObject({ cards: 200, claimBar: 'full' });
    const [paid] = await app().db.select().from(invoices).where(eq(invoices.userId, team.teamId));
    if (!paid) throw new Error('There is no invoice.');
    await app()
      .db.insert(invoices)
      .values({ ...paid, id: 'in_second' });
    expect(await team.read()).toMatchObject({ claimedMax: 5000, claimBar: null });
  });

  it('that come back are asked for like new ones', { tags: ['thorough'] }, async () => {
    const team = await teamOf(10);
    const [card = ''] = team.held;
    const path = `/api/cards/${card}`;
    const query = `?account=${team.teamId}`;
    expect((await team.owner.call('DELETE', `${path}${query}`)).status).toBe(200);
    await addTeamCard(server, team.teamId, team.holder.id);
    const full = await team.owner.call('POST', `${path}/restore${query}`);
    expect([full.status, full.body.message]).toEqual([
      409,
      'Somebody holds this card, and the team has its 10 claimed cards. Its owner can see under Billing when there can be more.',
    ]);
    await drop(team.held[1] ?? '');
    await app().db.update(users).set({ trialEndsAt: clock.now }).where(eq(users.id, team.teamId));
    const unpaid = await team.owner.call('POST', `${path}/restore${query}`);
    expect([unpaid.status, unpaid.body.message]).toEqual([
      409,
      'Somebody holds this card, so the team would pay for it, and its subscription has ended. Its owner can subscribe under Billing.',
    ]);
    await drop(card);
    expect((await team.owner.call('POST', `${path}/restore${query}`)).status).toBe(200);
    const held = and(eq(businessCards.userId, team.teamId), eq(businessCards.holderId, team.holder.id));
    expect(await app().db.$count(businessCards, held)).toBe(9);
  });
});
