import { eq } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';
import { billingEndings, checkouts } from '#server/db/schema/money.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { expireOverdue } from '#server/money/billing/expiry.ts';
import { remindOfTrialEnds } from '#server/money/billing/mails/reminders.ts';
import { lastSaid } from '#server/money/billing/mails/told-facts.ts';
import { syncUser } from '#server/money/billing/sync.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { GOOD_CARD, submit } from '#test/billing.ts';
import { confirmIdentity } from '#test/factories.ts';
import { signUpConfirmed } from '#test/invites.ts';
import { WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addMember, addTeam, addTeamCard } from '#test/teams.ts';

/** The bills of teams that are deleted or suspended. */

const START = new Date('2026-05-01T12:00:00.000Z');
const clock = { now: START };
const server = startTestServer(WITH_MAIL, () => clock.now);
const app = () => server.running.app;
const within = { timeout: 20_000, interval: 50 };
let administrator: Client;

beforeAll(async () => {
  const { id, call } = await signUpConfirmed(server);
  await app().db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
  administrator = call;
});

/** A team with a card that somebody holds, whose free days have ended or end in so many days. */
async function teamOf(trialDays = 0) {
  clock.now = START;
  const owner = await signUpConfirmed(server, 'Olive Owner');
  const teamId = await addTeam(server, owner.id);
  await addTeamCard(server, teamId, (await addMember(server, teamId)).id);
  const trialEndsAt = new Date(START.getTime() + trialDays * DAY_MS);
  await app().db.update(users).set({ trialEndsAt }).where(eq(users.id, teamId));
  const path = `/api/teams/${teamId}`;
  return { owner, teamId, path, said: (kind: string) => lastSaid(app().db, teamId, kind) };
}

const suspend = (teamId: string) =>
  administrator('POST', `/api/admin/teams/${teamId}/suspend`, { reason: 'Phishing', hidesPages: true });

it('No mail asks their owner to subscribe before the free days end, nor after them', {
  tags: ['thorough'],
}, async () => {
  const { db } = app();
  const [deleted, suspended, open] = [await teamOf(2), await teamOf(2), await teamOf(2)];
  await db.update(teams).set({ deletedAt: clock.now }).where(eq(teams.id, deleted.teamId));
  expect((await suspend(suspended.teamId)).status).toBe(200);
  await remindOfTrialEnds(app());
  expect(await open.said('reminder')).not.toBeNull();
  clock.now = new Date(START.getTime() + 3 * DAY_MS);
  await expireOverdue(app());
  expect(await open.said('trial over')).not.toBeNull();
  for (const { said } of [deleted, suspended])
    expect([await said('reminder'), await said('trial over')]).toEqual([null, null]);
});

it('A deleted one is no revenue, and nobody is asked to subscribe for it again', {
  tags: ['thorough'],
}, async () => {
  const { owner, teamId, path, said } = await teamOf();
  const stats = async () => (await administrator('GET', '/api/admin/stats')).body;
  const before = await stats();
  const { body } = await owner.call('POST', `${path}/billing/checkout`);
  expect((await submit(server, body.url, { card: GOOD_CARD })).status).toBe(303);
  await owner.call('POST', `${path}/billing/refresh`);
  expect((await stats()).teamRevenue).toBe(before.teamRevenue + 5);
  await confirmIdentity(owner.call);
  expect((await owner.call('DELETE', path, { name: 'Acme' })).status).toBe(200);
  expect(await stats()).toMatchObject({ teamRevenue: before.teamRevenue, activeTeams: before.activeTeams });
  await vi.waitFor(async () => expect(await app().db.$count(billingEndings)).toBe(0), within);
  await syncUser(app(), teamId);
  expect(await said('ended')).toBeNull();
});

it('A checkout that is open when a team is suspended charges nothing', async () => {
  const { owner, teamId, path } = await teamOf();
  const { body } = await owner.call('POST', `${path}/billing/checkout`);
  expect((await suspend(teamId)).status).toBe(200);
  const ofTeam = eq(checkouts.userId, teamId);
  await vi.waitFor(
    async () =>
      expect(await app().db.select().from(checkouts).where(ofTeam)).not.toMatchObject([{ closedAt: null }]),
    within,
  );
  await submit(server, body.url, { card: GOOD_CARD });
  const { subscriptions, invoices } = await app().billing.fetchTruth(`cus_test_${teamId}`);
  expect([subscriptions, invoices]).toEqual([[], []]);
});
