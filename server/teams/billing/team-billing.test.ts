import { eq, sql } from 'drizzle-orm';
import { describe, expect, it, vi } from 'vitest';
import { takeRoom } from '#server/cards/media/quota.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { userCounts } from '#server/db/schema/counters.ts';
import { users } from '#server/db/schema/users.ts';
import { expireOverdue } from '#server/money/billing/expiry.ts';
import { lastSaid } from '#server/money/billing/mails/told-facts.ts';
import { matchQuantity } from '#server/money/billing/match-quantity.ts';
import { readUse } from '#server/people/contacts/room.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { GOOD_CARD, submit } from '#test/billing.ts';
import { inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addMember, addTeam, addTeamCard } from '#test/teams.ts';

const START = new Date('2026-05-01T12:00:00.000Z');
const clock = { now: START };
const server = startTestServer(WITH_MAIL, () => clock.now);
const mailbox = openMailbox(server);
const app = () => server.running.app;
const within = { timeout: 20_000, interval: 50 };

/** A team whose owner has a confirmed address, and `claimed` cards that its members hold. */
async function teamOf(claimed = 0) {
  clock.now = START;
  const owner = await signUpConfirmed(server, 'Olive Owner');
  const teamId = await addTeam(server, owner.id);
  const held: string[] = [];
  for (let card = 0; card < claimed; card += 1) {
    const member = await addMember(server, teamId);
    held.push(await addTeamCard(server, teamId, member.id));
  }
  const at = `/api/teams/${teamId}/billing`;
  const read = async () => (await owner.call('GET', at)).body;
  return { owner, teamId, held, at, read };
}

/** Invites somebody, who claims; resolves to the answer and who it was. */
async function claimOne(owner: { call: Client }, teamId: string) {
  const person = await signUpConfirmed(server, 'Grace Hopper');
  const { path } = await inviteByMail(owner.call, mailbox, teamId, person.email);
  return { person, answer: await person.call('POST', path) };
}

async function pay(call: Client, at: string, result = 'success'): Promise<void> {
  const { status, body } = await call('POST', `${at}/checkout`);
  expect([status, body]).toEqual([200, { url: expect.any(String) }]);
  const answer = await submit(server, body.url, { card: GOOD_CARD });
  expect([answer.status, answer.headers.get('location')]).toEqual([
    303,
    expect.stringContaining(`tab=billing&result=${result}`),
  ]);
}

const truthOf = (teamId: string) => app().billing.fetchTruth(`cus_test_${teamId}`);
const dropCard = (id: string) =>
  app().db.update(businessCards).set({ holderId: null }).where(eq(businessCards.id, id));
const hold = (id: string, teamId: AccountId) =>
  app()
    .db.update(businessCards)
    .set({ holderId: sql`(select user_id from team_members where team_id = ${teamId} limit 1)` })
    .where(eq(businessCards.id, id));

describe('A team', () => {
  it('costs nothing and has no trial until somebody claims a card', async () => {
    const { owner, teamId, at, read } = await teamOf();
    await addTeamCard(server, teamId, null);
    await addMember(server, teamId, 'admin');
    expect(await read()).toMatchObject({
      status: 'trial',
      trialEndsAt: null,
      cards: 0,
      quantity: 0,
      periodCents: 0,
      quote: { quantity: 0, monthlyCents: 0 },
      claimedMax: 10,
      claimBar: null,
      trialDaysAhead: 14,
      continuesWithClaim: false,
    });
    const refused = await owner.call('POST', `${at}/checkout`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Nobody has claimed a card yet. The subscription starts once somebody has.',
    ]);
  });

  it('has 14 days free from its first claim, once, and once for its owner', async () => {
    const { owner, teamId, read } = await teamOf();
    expect((await claimOne(owner, teamId)).answer.status).toBe(200);
    expect(await read()).toMatchObject({
      status: 'trial',
      trialEndsAt: '2026-05-15T12:00:00.000Z',
      cards: 1,
    });
    clock.now = new Date(START.getTime() + DAY_MS);
    expect((await claimOne(owner, teamId)).answer.status).toBe(200);
    expect(await read()).toMatchObject({
      trialEndsAt: '2026-05-15T12:00:00.000Z',
      cards: 2,
      periodCents: 1000,
    });
    const second = await addTeam(server, owner.id, 'Beta');
    expect((await claimOne(owner, second)).answer.status).toBe(200);
    const third = await addTeam(server, owner.id, 'Gamma');
    expect((await owner.call('GET', `/api/teams/${third}/billing`)).body.trialDaysAhead).toBe(0);
    const { body } = await owner.call('GET', `/api/teams/${second}/billing`);
    expect(body).toMatchObject({ status: 'expired', cards: 1, claimBar: 'unpaid' });
    expect(body.quote).toMatchObject({ quantity: 1, dueTodayCents: 500 });
  });

  it('that is not paid has no new claims, and its pages go on', { tags: ['thorough'] }, async () => {
    const { owner, teamId, held } = await teamOf(1);
    await app().db.update(users).set({ trialEndsAt: clock.now }).where(eq(users.id, teamId));
    expect((await claimOne(owner, teamId)).answer).toMatchObject({
      status: 409,
      body: { message: 'Acme can’t give out more cards at the moment. Ask whoever invited you.' },
    });
    expect((await server.client()('GET', `/card/${held[0]}`)).status).toBe(200);
  });
});

describe('The subscription of a team', () => {
  it('is for its claimed cards, and its owner is mailed', async () => {
    const { owner, teamId, at, read } = await teamOf(3);
    await addTeamCard(server, teamId, null);
    await pay(owner.call, at);
    expect((await owner.call('POST', `${at}/refresh`)).body).toMatchObject({
      status: 'active',
      cards: 3,
      invoices: [{ status: 'paid', cents: 1500 }],
      claimedMax: 200,
    });
    expect((await claimOne(owner, teamId)).answer.status).toBe(200);
    await vi.waitFor(async () => {
      expect((await truthOf(teamId)).subscriptions).toMatchObject([{ quantity: 4 }]);
    }, within);
    // One card more for the whole month: 4 × $5, and $5 for this month.
    await vi.waitFor(async () => expect((await read()).nextCharge).toMatchObject({ cents: 2500 }), within);
    const [mail] = await mailbox.wait(owner.email, 1, /^Acme: Your subscription has started/);
    expect(mail?.text).toContain('Goldleaf for Acme');
    expect(mail?.text).toContain('$15 a month');
    await mailbox.wait(owner.email, 1, /^Acme: Your receipt: \$15/);
  });

  it('ends with its period once nobody holds a card, and goes on if somebody does before', {
    tags: ['thorough'],
  }, async () => {
    const { owner, teamId, held, at, read } = await teamOf(1);
    await pay(owner.call, at);
    const [card = ''] = held;
    await dropCard(card);
    await matchQuantity(app(), teamId);
    expect(await read()).toMatchObject({
      status: 'cancelled',
      cards: 0,
      subscriptionEndsAt: '2026-06-01T12:00:00.000Z',
      nextCharge: null,
    });
    const [mail] = await mailbox.wait(owner.email, 1, /^Acme: Your subscription ends on June 1, 2026/);
    expect(mail?.text).toContain('Nobody holds a card of your team anymore');
    const refused = await owner.call('POST', `${at}/resume`);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Nobody holds a card now. The subscription continues once somebody claims one.',
    ]);
    await hold(card, teamId);
    await matchQuantity(app(), teamId);
    expect(await read()).toMatchObject({ status: 'active', nextCharge: { cents: 500 } });
    expect((await truthOf(teamId)).subscriptions).toMatchObject([{ cancelsAt: null, quantity: 1 }]);
  });

  it('that its owner cancelled stays cancelled, whoever claims at that moment', {
    tags: ['thorough'],
  }, async () => {
    const { owner, teamId, at, read } = await teamOf(1);
    await pay(owner.call, at);
    await owner.call('POST', `${at}/refresh`);
    const person = await signUpConfirmed(server, 'Grace Hopper');
    const { path } = await inviteByMail(owner.call, mailbox, teamId, person.email);
    const [claimed, cancelled] = await Promise.all([
      person.call('POST', path),
      owner.call('POST', `${at}/cancel`),
    ]);
    expect([claimed.status, cancelled.status]).toEqual([200, 200]);
    await matchQuantity(app(), teamId);
    expect(await read()).toMatchObject({ status: 'cancelled', cards: 2, nextCharge: null });
    expect((await owner.call('POST', `${at}/resume`)).body).toMatchObject({ status: 'active', quantity: 2 });
    expect((await truthOf(teamId)).subscriptions).toMatchObject([{ cancelsAt: null, quantity: 2 }]);
  });

  it('is billed less when somebody leaves or deletes their account', async () => {
    const { owner, teamId, at } = await teamOf(0);
    const people = [
      await addMember(server, teamId),
      await addMember(server, teamId),
      await addMember(server, teamId),
    ];
    for (const { id } of people) await addTeamCard(server, teamId, id);
    await pay(owner.call, at);
    await owner.call('POST', `${at}/refresh`);
    const [first, second] = people;
    const quantityIs = (quantity: number) =>
      vi.waitFor(
        async () => expect((await truthOf(teamId)).subscriptions).toMatchObject([{ quantity }]),
        within,
      );
    expect((await owner.call('DELETE', `/api/teams/${teamId}/members/${first?.id}`)).status).toBe(200);
    await quantityIs(2);
    const proof = { username: second?.username, password: 'correct horse' };
    expect((await second?.call('DELETE', '/api/account', proof))?.status).toBe(200);
    await quantityIs(1);
  });
});

describe('Beside what a team pays', () => {
  it('the revenue of people and teams is what the provider bills', { tags: ['thorough'] }, async () => {
    const { owner, at } = await teamOf(3);
    await pay(owner.call, at);
    await owner.call('POST', `${at}/refresh`);
    const admin = await signUpConfirmed(server);
    const { db, billing } = app();
    await db
      .update(users)
      .set({ isAdmin: true })
      .where(eq(users.id, accountId.parse(admin.id)));
    const { body } = await admin.call('GET', '/api/admin/stats');
    const paying = await db.select().from(users).where(eq(users.subscriptionStatus, 'active'));
    let cents = 0;
    for (const { stripeCustomerId } of paying) {
      const { subscriptions } = await billing.fetchTruth(stripeCustomerId ?? '');
      for (const { quantity, price } of subscriptions) cents += quantity * (price?.unitCents ?? 0);
    }
    expect(body.monthlyRevenue * 100).toBe(cents);
    expect(body).toMatchObject({
      teamRevenue: cents / 100,
      activeTeams: paying.length,
      billedTeamCards: cents / 500,
    });
  });

  it('a team has space for each claimed card, and says how much', { tags: ['thorough'] }, async () => {
    const { teamId } = await teamOf(1);
    const { db } = app();
    const two = 2 * 500 * 1024 * 1024;
    await takeRoom(db, teamId, two);
    await expect(takeRoom(db, teamId, 1)).rejects.toThrow('0 MB of 1000 MB');
    await addTeamCard(server, teamId, (await addMember(server, teamId)).id);
    await takeRoom(db, teamId, 1);
  });

  it('a team that pays has room for 5,000 contacts with each claimed card, once that is more', {
    tags: ['thorough'],
  }, async () => {
    const { teamId } = await teamOf(0);
    const { db } = app();
    const member = await addMember(server, teamId);
    const counts = { contacts: 500_000, leads: 0 };
    await db.update(userCounts).set(counts).where(eq(userCounts.userId, teamId));
    const roomFor = async () => (await readUse(app(), teamId)).peopleMax;
    expect(await roomFor()).toBe(25_000);
    await db
      .update(users)
      .set({ checkoutCompletedAt: clock.now, subscriptionStatus: 'active' })
      .where(eq(users.id, teamId));
    expect(await roomFor()).toBe(500_000);
    for (let card = 0; card < 101; card += 1) await addTeamCard(server, teamId, member.id);
    expect(await roomFor()).toBe(505_000);
    await db.update(users).set({ subscriptionStatus: 'expired' }).where(eq(users.id, teamId));
  });

  it('whoever holds its card and has none of their own hears nothing of a trial', {
    tags: ['thorough'],
  }, async () => {
    const { teamId } = await teamOf();
    const member = await addMember(server, teamId);
    const due = async () => (await member.call('GET', '/api/auth/me')).body.due;
    expect(await due()).toMatchObject({ isPaidByTeam: false });
    const card = await addTeamCard(server, teamId, member.id);
    expect(await due()).toMatchObject({ isPaidByTeam: true });
    await app()
      .db.update(users)
      .set({ trialEndsAt: START })
      .where(eq(users.id, accountId.parse(member.id)));
    await expireOverdue(app());
    expect((await member.call('GET', '/api/auth/me')).body.user.subscriptionStatus).toBe('expired');
    expect(await lastSaid(app().db, accountId.parse(member.id), 'trial over')).toBeNull();
    // Their own expiry is not the team's.
    expect(
      (await member.call('PUT', `/api/cards/${card}?account=${teamId}`, { jobTitle: 'Admiral' })).status,
    ).toBe(200);
  });
});
