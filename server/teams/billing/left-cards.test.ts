import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import { businessCards } from '#server/db/schema/cards.ts';
import { users } from '#server/db/schema/users.ts';
import { ProviderRefusal } from '#server/infra/billing-provider.ts';
import { matchQuantity } from '#server/money/billing/match-quantity.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { GOOD_CARD, submit } from '#test/billing.ts';
import { inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addMember, addTeam, addTeamCard } from '#test/teams.ts';

/** Cards that lost their holder stay public, and cost nothing: docs/teams.md. */

const clock = { now: new Date('2026-05-01T12:00:00.000Z') };
const server = startTestServer(WITH_MAIL, () => clock.now);
const mailbox = openMailbox(server);

async function newTeam() {
  const owner = await signUpConfirmed(server, 'Olive Owner');
  const teamId = await addTeam(server, owner.id);
  return {
    owner,
    teamId,
    read: async () => (await owner.call('GET', `/api/teams/${teamId}/billing`)).body,
    async claim() {
      const person = await signUpConfirmed(server, 'Grace Hopper');
      const { path } = await inviteByMail(owner.call, mailbox, teamId, person.email);
      return { person, answer: await person.call('POST', path) };
    },
  };
}

it('A team that is not paid claims no further card while one is there whose holder has left', {
  tags: ['thorough'],
}, async () => {
  const { owner, teamId, read, claim } = await newTeam();
  const { person, answer } = await claim();
  clock.now = new Date(clock.now.getTime() + 15 * DAY_MS);
  expect((await person.call('DELETE', `/api/teams/${teamId}/members/${person.id}`)).status).toBe(200);
  const { cardId } = answer.body;
  expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
  expect(await read()).toMatchObject({ status: 'expired', cards: 0, claimBar: 'unpaid' });
  expect((await claim()).answer.status).toBe(409);
  expect((await owner.call('DELETE', `/api/cards/${cardId}?account=${teamId}`)).status).toBe(200);
  expect((await claim()).answer.status).toBe(200);
});

/** A team that is paid for, with one card that somebody holds. */
async function paidTeam() {
  const { owner, teamId, claim, read } = await newTeam();
  const { person, answer } = await claim();
  clock.now = new Date(clock.now.getTime() + 15 * DAY_MS);
  const at = `/api/teams/${teamId}/billing`;
  const submitAt = async (path: string, fields: Record<string, string>) => {
    const { body } = await owner.call('POST', at + path);
    expect((await submit(server, body.url, fields)).status).toBe(303);
    expect((await owner.call('POST', `${at}/refresh`)).status).toBe(200);
  };
  await submitAt('/checkout', { card: GOOD_CARD });
  const isCard = eq(businessCards.id, answer.body.cardId);
  const holdBy = (holderId: typeof person.id | null) =>
    server.running.app.db.update(businessCards).set({ holderId }).where(isCard);
  return { owner, person, teamId, at, read, submitAt, holdBy };
}

it('The end of a subscription says what begins it again, and no sum, while nobody holds a card', {
  tags: ['thorough'],
}, async () => {
  const { owner, teamId, submitAt, holdBy } = await paidTeam();
  await holdBy(null);
  await matchQuantity(server.running.app, teamId);
  await submitAt('/portal', { action: 'hurry' });
  const [mail] = await mailbox.wait(owner.email, 1, /^Acme: Your subscription has ended/);
  expect(mail?.text).toContain('once somebody claims one, you can subscribe again.');
  expect(mail?.text).not.toContain('$');
});

it('A subscription that its owner cancels while its last card goes stays cancelled', {
  tags: ['thorough'],
}, async () => {
  const { owner, person, teamId, at, read, holdBy } = await paidTeam();
  await holdBy(null);
  const { app } = server.running;
  let isFirst = true;
  const fetchTruth: typeof app.billing.fetchTruth = async (customerId) => {
    const truth = await app.billing.fetchTruth(customerId);
    if (isFirst) expect((await owner.call('POST', `${at}/cancel`)).status).toBe(200);
    isFirst = false;
    return truth;
  };
  await matchQuantity({ ...app, billing: { ...app.billing, fetchTruth } }, teamId);
  expect(await read()).toMatchObject({ status: 'cancelled', continuesWithClaim: false });
  await holdBy(person.id);
  await matchQuantity(app, teamId);
  expect(await read()).toMatchObject({ status: 'cancelled', cards: 1 });
});

it('A subscription that could not be cancelled ends with its last card, and goes on with the next claim', async () => {
  const { owner, person, teamId, at, read, holdBy } = await paidTeam();
  const { app } = server.running;
  vi.spyOn(app.billing, 'chargePending').mockRejectedValueOnce(new ProviderRefusal('declined', true));
  expect((await owner.call('POST', `${at}/cancel`)).status).toBe(409);
  await holdBy(null);
  await matchQuantity(app, teamId);
  expect(await read()).toMatchObject({ status: 'cancelled', continuesWithClaim: true });
  await holdBy(person.id);
  await matchQuantity(app, teamId);
  expect(await read()).toMatchObject({ status: 'active', cards: 1 });
});

it('Cards whose holders have left count for how many may be claimed, until the team is paid for', {
  tags: ['thorough'],
}, async () => {
  const { teamId, read } = await newTeam();
  const { claimedMax } = await read();
  for (let card = 0; card < claimedMax; card += 1) {
    const member = await addMember(server, teamId);
    await addTeamCard(server, teamId, member.id);
  }
  await server.running.app.db
    .update(businessCards)
    .set({ holderId: null })
    .where(eq(businessCards.userId, teamId));
  expect(await read()).toMatchObject({ cards: 0, freed: claimedMax, claimBar: 'full' });
  await server.running.app.db.update(users).set({ subscriptionStatus: 'active' }).where(eq(users.id, teamId));
  expect(await read()).toMatchObject({ cards: 0, freed: claimedMax, claimBar: null });
});

it('A deleted card that somebody holds comes back beside them, if nobody holds another', {
  tags: ['thorough'],
}, async () => {
  const { owner, teamId, claim } = await newTeam();
  const [left, deleted] = [await claim(), await claim()];
  clock.now = new Date(clock.now.getTime() + 15 * DAY_MS);
  const card = `/api/cards/${deleted.answer.body.cardId}`;
  expect((await owner.call('DELETE', `${card}?account=${teamId}`)).status).toBe(200);
  const { person } = left;
  expect((await person.call('DELETE', `/api/teams/${teamId}/members/${person.id}`)).status).toBe(200);
  expect((await owner.call('POST', `${card}/restore?account=${teamId}`)).status).toBe(200);
});
