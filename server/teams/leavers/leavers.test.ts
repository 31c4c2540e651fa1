import { eq, isNull, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { contacts } from '#server/db/schema/people.ts';
import { purgeLeavers } from '#server/teams/leavers/leavers.ts';
import { personId } from '#shared/accounts/ids.ts';
import { PASSWORD } from '#test/factories.ts';
import { claimOf, confirmEmail, signUpConfirmed, tokenIn } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMet, readKeptCard } from '#test/successions.ts';
import { addTeamCard, addWholeTeam, roleIn } from '#test/teams.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const heldBy = (id: string) => db().$count(contacts, eq(contacts.holderId, personId.parse(id)));

async function teamWithPeople(count: number) {
  const team = await addWholeTeam(server);
  const second = await addTeamCard(server, team.teamId, team.member.id, 'Mary Member');
  await addMet(server, { ...team, holderId: team.member.id }, count);
  const { teamId, member } = team;
  return {
    ...team,
    second,
    removal: `/api/teams/${teamId}/members/${member.id}`,
    leavers: `/api/teams/${teamId}/leavers`,
    back: `/api/teams/${teamId}/leavers/${member.id}`,
  };
}

it('Who was removed comes back with their part, cards, and people, also those who are many', {
  tags: ['thorough'],
}, async () => {
  const team = await teamWithPeople(1_200);
  const { member, admin, teamId } = team;
  await admin.call('PATCH', team.removal, { role: 'admin' });
  expect((await admin.call('DELETE', team.removal)).status).toBe(200);
  await expect.poll(() => heldBy(member.id), { timeout: 20_000 }).toBe(0);
  expect((await member.call('GET', `/api/teams/${teamId}`)).status).toBe(404);
  expect((await admin.call('GET', team.leavers)).body).toMatchObject([
    { userId: member.id, isOwnChoice: false, cardCount: 2, taken: [], role: 'admin' },
  ]);
  const answers = await Promise.all([1, 2].map(() => admin.call('POST', team.back)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  expect(await roleIn(server, teamId, member.id)).toBe('admin');
  for (const id of [team.cardId, team.second])
    expect((await readKeptCard(server, id)).holderId).toBe(member.id);
  await expect.poll(() => heldBy(member.id), { timeout: 20_000 }).toBe(1_200);
  expect((await admin.call('GET', team.leavers)).body).toEqual([]);
  const { rows } = await db().execute(sql`select from released_people where user_id = ${teamId}`);
  expect(rows).toEqual([]);
});

it('Cards are handed on as somebody is removed, and only those that nobody claimed come back', {
  tags: ['thorough'],
}, async () => {
  const team = await teamWithPeople(2);
  const { member, admin, teamId } = team;
  const successor = await signUpConfirmed(server, 'Nora Next');
  const cards = [
    { cardId: team.cardId, successor: { email: successor.email, fullName: 'Nora Next' } },
    { cardId: team.second, successor: null },
  ];
  const elsewhere = await addTeamCard(server, teamId, null);
  const wrong = { cards: [{ cardId: elsewhere, successor: null }] };
  expect((await admin.call('DELETE', team.removal, wrong)).status).toBe(404);
  expect(await roleIn(server, teamId, member.id)).toBe('member');
  expect((await member.call('DELETE', team.removal, { cards })).status).toBe(403);
  expect((await admin.call('DELETE', team.removal, { cards })).status).toBe(200);
  const page = await server.client()('GET', `/card/${team.second}`);
  expect(page.text).toContain('no longer with Acme');
  const mails = await mailbox.wait(successor.email, 1, /prepared a .* card for you/);
  const details = { fullName: 'Nora Next' };
  const claim = claimOf(teamId, tokenIn(mails.at(-1)));
  expect((await successor.call('POST', claim, { details })).status).toBe(200);
  const { body: list } = await admin.call('GET', team.leavers);
  expect(list).toMatchObject([{ cardCount: 1, taken: [{ cardId: team.cardId, holderName: 'Nora Next' }] }]);
  expect((await admin.call('POST', team.back)).body).toEqual({ isBack: true, cardsLeft: 0 });
  expect((await readKeptCard(server, team.second)).holderId).toBe(member.id);
  expect((await readKeptCard(server, team.cardId)).holderId).toBe(successor.id);
  expect([await heldBy(member.id), await heldBy(successor.id)]).toEqual([0, 2]);
});

it('Invites to the cards that a team admin hands on as they leave count', {
  tags: ['thorough'],
}, async () => {
  const { teamId, admin, member, removal } = await teamWithPeople(0);
  const own = await addTeamCard(server, teamId, admin.id, 'Ada Admin');
  const other = await addTeamCard(server, teamId, admin.id, 'Ada Admin');
  const successor = await signUpConfirmed(server, 'Nora Next');
  await confirmEmail(server, member.id);
  const cards = [
    { cardId: own, successor: { email: successor.email, fullName: 'Nora Next' } },
    { cardId: other, successor: { userId: member.id } },
  ];
  const leaving = removal.replace(member.id, admin.id);
  expect((await admin.call('DELETE', leaving, { cards })).status).toBe(200);
  const mails = await mailbox.wait(successor.email, 1, /prepared a .* card for you/);
  const details = { fullName: 'Nora Next' };
  const claim = claimOf(teamId, tokenIn(mails.at(-1)));
  expect((await successor.call('POST', claim, { details })).status).toBe(200);
  const { body: waiting } = await member.call('GET', `/api/teams/${teamId}/waiting`);
  expect(waiting).toMatchObject([{ cardId: other, problem: null }]);
});

it('Who left by themselves is asked, and comes back when they accept', async () => {
  const team = await teamWithPeople(3);
  const { member, admin, teamId, outsider } = team;
  const accept = `/api/teams/${teamId}/return`;
  expect((await member.call('DELETE', team.removal)).status).toBe(200);
  expect((await member.call('POST', accept)).status).toBe(404);
  expect((await admin.call('POST', team.back)).body).toEqual({ isBack: false, cardsLeft: 0 });
  expect(await roleIn(server, teamId, member.id)).toBeUndefined();
  await mailbox.wait(`${member.username}@example.com`, 1, /asks you to come back/);
  expect((await member.call('GET', '/api/teams/asking')).body).toMatchObject([{ id: teamId, cardCount: 2 }]);
  expect((await outsider.call('GET', '/api/teams/asking')).body).toEqual([]);
  expect((await outsider.call('POST', accept)).status).toBe(404);
  expect((await member.call('POST', accept)).body).toEqual({ teamId });
  expect(await roleIn(server, teamId, member.id)).toBe('member');
  expect(await heldBy(member.id)).toBe(3);
  expect((await member.call('POST', accept)).status).toBe(404);
});

it('Nobody comes back after 30 days, or who deleted their account', { tags: ['thorough'] }, async () => {
  const team = await teamWithPeople(1);
  const { member, admin, teamId } = team;
  await admin.call('DELETE', team.removal);
  await db().execute(
    sql`update team_leavers set left_at = left_at - interval '31 days' where team_id = ${teamId}`,
  );
  expect((await admin.call('GET', team.leavers)).body).toEqual([]);
  expect((await admin.call('POST', team.back)).status).toBe(404);
  await purgeLeavers(server.running.app);
  const { rows } = await db().execute(sql`select from team_leavers where team_id = ${teamId}`);
  expect(rows).toEqual([]);
  const other = await teamWithPeople(1);
  await other.admin.call('DELETE', other.removal);
  const deletion = { username: other.member.username, password: PASSWORD };
  expect((await other.member.call('DELETE', '/api/account', deletion)).status).toBe(200);
  expect((await other.admin.call('POST', other.back)).status).toBe(404);
  expect(await db().$count(contacts, isNull(contacts.holderId))).toBeGreaterThan(0);
  expect(member.id).not.toBe(other.member.id);
});
