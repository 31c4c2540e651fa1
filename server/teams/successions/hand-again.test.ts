import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contacts } from '#server/db/schema/people.ts';
import { purgeLeavers } from '#server/teams/leavers/leavers.ts';
import { personId } from '#shared/accounts/ids.ts';
import { confirmEmail, inviteByMail, signUpConfirmed } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMet, handByMail } from '#test/successions.ts';
import { addMember, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const DETAILS = { details: { fullName: 'Nora Next' } };

const heldBy = (id: string) => db().$count(contacts, eq(contacts.holderId, personId.parse(id)));

/** A team whose member's card was handed to somebody, who claimed it. */
async function claimedTeam() {
  const team = await addWholeTeam(server);
  const successor = await signUpConfirmed(server, 'Nora Next');
  return {
    ...team,
    successor,
    hand: `/api/teams/${team.teamId}/cards/${team.cardId}/succession`,
    async claim() {
      const path = await handByMail(team.admin.call, mailbox, team, successor.email);
      expect((await successor.call('POST', path, DETAILS)).status).toBe(200);
    },
    read: async () => (await team.admin.call('GET', `/api/teams/${team.teamId}/successions`)).body,
    /** As if the work had been stopped when it had moved none of them. */
    stop: (holderId: string) =>
      db().transaction(async (tx) => {
        await tx.execute(sql`update contacts set holder_id = ${holderId} where card_id = ${team.cardId}`);
        await tx.execute(
          sql`update card_successions set moved_at = null, people_moved = 0 where card_id = ${team.cardId}`,
        );
      }),
  };
}

it('Whoever leaves before all people of the card have come gets the rest once they are back', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  await addMet(server, { ...team, holderId: team.member.id }, 5);
  await team.claim();
  await team.stop(team.member.id);
  const member = `/api/teams/${team.teamId}/members/${team.successor.id}`;
  expect((await team.admin.call('DELETE', member)).status).toBe(200);
  // Nothing is on its way to somebody who is not there.
  expect((await team.read())[0].people).toEqual({ total: 0, moved: 0 });
  const back = `/api/teams/${team.teamId}/leavers/${team.successor.id}`;
  expect((await team.admin.call('POST', back)).body).toEqual({ isBack: true, cardsLeft: 0 });
  await expect.poll(() => heldBy(team.successor.id), { timeout: 20_000 }).toBe(5);
  expect((await team.read())[0].people).toEqual({ total: 5, moved: 5 });
});

it('A card that goes on before all of its people have come has one list of them on their way', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  await addMet(server, { ...team, holderId: team.member.id }, 4);
  await team.claim();
  await team.stop(team.member.id);
  const mia = await addMember(server, team.teamId, 'member', 'Mia Member');
  await confirmEmail(server, mia.id);
  expect((await team.admin.call('POST', team.hand, { successor: { userId: mia.id } })).status).toBe(200);
  const waiting = `/api/teams/${team.teamId}/waiting`;
  const { body } = await mia.call('GET', waiting);
  const claim = `${waiting}/${body[0].inviteId}`;
  expect((await mia.call('POST', claim, { details: { fullName: 'Mia' } })).status).toBe(200);
  expect(await heldBy(mia.id)).toBe(4);
  expect((await team.read()).map(({ people }: { people: unknown }) => people)).toEqual([
    { total: 4, moved: 4 },
    { total: 0, moved: 0 },
  ]);
});

it('A card is listed as its holder’s alone, also once its succession is forgotten, which is after 30 days', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  const first = await signUpConfirmed(server, 'Fay First');
  const { cardId, path } = await inviteByMail(team.admin.call, mailbox, team.teamId, first.email);
  expect((await first.call('POST', path)).status).toBe(200);
  const handed = await handByMail(team.admin.call, mailbox, { ...team, cardId }, team.successor.email);
  expect((await team.successor.call('POST', handed, DETAILS)).status).toBe(200);
  const emails = async () =>
    (await team.admin.call('GET', `/api/teams/${team.teamId}/invites`)).body.map(
      ({ email }: { email: string }) => email,
    );
  expect(await emails()).toEqual([team.successor.email]);
  // Also one whose people have not all come.
  await db().execute(sql`
    update card_successions set claimed_at = claimed_at - interval '31 days', moved_at = null where card_id = ${cardId}`);
  await purgeLeavers(server.running.app);
  expect(await team.read()).toEqual([]);
  expect(await emails()).toEqual([team.successor.email]);
});

it('Whoever was removed does not come back through an invite that was open before', async () => {
  const team = await claimedTeam();
  const { teamId, member, admin } = team;
  await confirmEmail(server, member.id);
  const email = `${member.username}@example.com`;
  const { path } = await inviteByMail(admin.call, mailbox, teamId, email);
  expect((await admin.call('DELETE', `/api/teams/${teamId}/members/${member.id}`)).status).toBe(200);
  expect((await member.call('POST', path)).status).toBe(409);
  expect(await roleIn(server, teamId, member.id)).toBeUndefined();
  const { body: list } = await admin.call('GET', `/api/teams/${teamId}/invites`);
  expect(list).toMatchObject([{ email, state: 'expired' }]);
});

it('Whoever held a card is mailed that it goes on, and whoever takes it over that it is known', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  await handByMail(team.admin.call, mailbox, team, team.successor.email);
  const [told] = await mailbox.wait(
    `${team.member.username}@example.com`,
    1,
    /You no longer hold a card of Acme/,
  );
  expect(told?.text).toContain('waits for its next holder');
  const [invited] = await mailbox.wait(team.successor.email, 1, /prepared a .* card for you/);
  expect(invited?.text).toContain('take over a digital business card');
  expect(invited?.text).not.toContain('Nobody else sees it');
});

it('A member is mailed once a day about a card, however often somebody else is named', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  const mia = await addMember(server, team.teamId, 'member', 'Mia Member');
  const hand = (userId: string) => team.admin.call('POST', team.hand, { successor: { userId } });
  for (const userId of [mia.id, team.owner.id, mia.id, team.owner.id, mia.id])
    expect((await hand(userId)).status).toBe(200);
  const { rows } = await db().execute(sql`
    select from team_invites where card_id = ${team.cardId}`);
  expect(rows).toHaveLength(1);
  const last = await signUpConfirmed(server, 'Lars Last');
  await handByMail(team.admin.call, mailbox, team, last.email);
  const told = mailbox.to(`${mia.username}@example.com`).filter(({ subject }) => /is waiting/.test(subject));
  expect(told).toHaveLength(1);
});

it('Whoever gets a card again is asked anew if it is on the team’s page', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  await confirmEmail(server, team.member.id);
  const page = `/api/teams/${team.teamId}/page`;
  const agreed = await team.member.call('PUT', `${page}/cards/${team.cardId}`, { isListed: true });
  expect(agreed.body.cards).toMatchObject([{ isListed: true }]);
  await team.claim();
  expect((await team.admin.call('POST', team.hand, { successor: { userId: team.member.id } })).status).toBe(
    200,
  );
  const waiting = `/api/teams/${team.teamId}/waiting`;
  const { body } = await team.member.call('GET', waiting);
  const claim = `${waiting}/${body[0].inviteId}`;
  expect((await team.member.call('POST', claim, { details: { fullName: 'Mary' } })).status).toBe(200);
  expect((await team.member.call('GET', page)).body.cards).toMatchObject([{ isListed: false }]);
});

it('No page names somebody who wants no invites, or was removed meanwhile', {
  tags: ['thorough'],
}, async () => {
  const team = await claimedTeam();
  const { teamId, cardId, admin } = team;
  const page = async () => (await server.client()('GET', `/card/${cardId}`)).text;
  const path = await handByMail(admin.call, mailbox, team, team.successor.email, true);
  expect(await page()).toContain('Nora Next is taking over');
  expect((await server.client()('POST', `${path}/refuse`)).status).toBe(200);
  expect(await page()).not.toContain('Nora');
  const again = { successor: { email: team.successor.email, fullName: 'Nora Next' }, isNamed: true };
  expect((await admin.call('POST', team.hand, again)).body).toMatchObject({ isNamed: false });
  expect(await page()).not.toContain('Nora');
  const mia = await addMember(server, teamId, 'member', 'Mia Member');
  await admin.call('POST', team.hand, { successor: { userId: mia.id }, isNamed: true });
  expect(await page()).toContain('Mia Member is taking over');
  expect((await admin.call('DELETE', `/api/teams/${teamId}/members/${mia.id}`)).status).toBe(200);
  expect(await page()).not.toContain('Mia');
});

it('Nor does the page of a team that was deleted', { tags: ['thorough'] }, async () => {
  const team = await claimedTeam();
  const page = async () => (await server.client()('GET', `/card/${team.cardId}`)).text;
  const path = await handByMail(team.admin.call, mailbox, team, team.successor.email, true);
  await db().execute(sql`update teams set deleted_at = now() where id = ${team.teamId}`);
  expect(await page()).toContain('Nora Next is taking over');
  expect((await server.client()('POST', `${path}/refuse`)).status).toBe(200);
  expect(await page()).not.toContain('Nora');
});

it('A team does not learn the address that somebody took after they left', async () => {
  const team = await claimedTeam();
  await team.claim();
  const { teamId, successor, admin } = team;
  await admin.call('DELETE', `/api/teams/${teamId}/members/${successor.id}`);
  await db().execute(sql`update users set email = 'private-' || email where id = ${successor.id}`);
  const { text, body } = await admin.call('GET', `/api/teams/${teamId}/leavers`);
  expect(text).not.toContain('private-');
  expect(body).toMatchObject([{ email: successor.email }]);
});
