import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { newId } from '#server/db/new-id.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { contacts } from '#server/db/schema/people.ts';
import { teamMails } from '#server/db/schema/teams.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { eraseRests } from '#server/portability/account/erase-rest.ts';
import { eraseDeletedTeams } from '#server/portability/account/erase-teams.ts';
import { purgeMails } from '#server/teams/invites/invite-mails.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { INVITE_MAILS_DAYS } from '#shared/teams/limits.ts';
import { confirmIdentity, PASSWORD } from '#test/factories.ts';
import { inviteByMail } from '#test/invites.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';
import { addTeam, addTeamCard, addWholeTeam } from '#test/teams.ts';

const clock = { ahead: 0 };
const server = startTestServer(WITH_MAIL, () => new Date(Date.now() + clock.ahead));
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const pass = (days: number) => {
  clock.ahead += days * DAY_MS;
};

async function makeDeleted(name = 'acme') {
  const team = await addWholeTeam(server);
  const path = `/api/teams/${team.teamId}`;
  await confirmIdentity(team.owner.call);
  const { status, body } = await team.owner.call('DELETE', path, { name });
  expect([status, typeof body.deletedAt]).toEqual([200, 'string']);
  return { ...team, path };
}

const exchangeAt = (cardId: string) =>
  server.client()('POST', '/api/contacts/exchange', {
    fullName: 'Vera Visitor',
    email: 'vera@example.com',
    cardId,
  });

it('A team is deleted by its owner, who names it and proves who they are', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner } = await addWholeTeam(server);
  const remove = (name: string) => owner.call('DELETE', `/api/teams/${teamId}`, { name });
  expect((await remove('Acme')).body.code).toBe('identity_required');
  await confirmIdentity(owner.call);
  const wrong = await remove('Acne');
  expect([wrong.status, wrong.body.fields]).toEqual([
    422,
    { name: 'Type the team’s name, Acme, to confirm.' },
  ]);
  const answers = await Promise.all([remove('Acme'), remove('ACME')]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const [mail] = await mailbox.wait(`${owner.username}@example.com`, 1, /^Your team was deleted$/);
  expect(mail?.text.replace(/\s+/g, ' ')).toContain(
    'if it had a subscription, that ended. You can restore everything else for 30 days.',
  );
});

it('While it can be restored its pages go on without forms, and nothing else of it is answered', {
  tags: ['thorough'],
}, async () => {
  const { teamId, cardId, path, owner, admin, member } = await makeDeleted();
  expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
  expect((await exchangeAt(cardId)).status).toBe(403);
  for (const { call } of [owner, admin, member]) {
    expect((await call('GET', path)).status).toBe(200);
    for (const [method, at, body] of [
      ['PATCH', '', { name: 'Other' }],
      ['GET', '/members', undefined],
      ['DELETE', `/members/${member.id}`, undefined],
      ['POST', '/handover', { userId: admin.id }],
    ] as const) {
      const answer = await call(method, path + at, body);
      expect([answer.status, answer.body.message]).toEqual([
        409,
        'This team was deleted. Its owner can restore it for 30 days.',
      ]);
    }
  }
  expect((await admin.call('POST', `${path}/restore`)).status).toBe(403);
  pass(29);
  expect((await owner.call('POST', `${path}/restore`)).body).toMatchObject({ id: teamId, deletedAt: null });
  expect((await owner.call('POST', `${path}/restore`)).status).toBe(409);
  expect((await exchangeAt(cardId)).status).toBe(200);
  await eraseDeletedTeams(server.running.app);
  expect((await member.call('GET', `${path}/members`)).status).toBe(200);
});

it('Forms that were closed before stay closed once it is restored', { tags: ['thorough'] }, async () => {
  const { teamId, cardId, owner } = await addWholeTeam(server);
  await db().update(users).set({ isExchangeEnabled: false }).where(eq(users.id, teamId));
  await confirmIdentity(owner.call);
  await owner.call('DELETE', `/api/teams/${teamId}`, { name: 'Acme' });
  expect((await owner.call('POST', `/api/teams/${teamId}/restore`)).status).toBe(200);
  expect((await exchangeAt(cardId)).status).toBe(403);
});

it('After 30 days it goes with all it has, and nothing of its members', async () => {
  const { teamId, cardId, path, owner, member } = await makeDeleted();
  const own = await member.call('POST', '/api/cards', { name: 'Mine', fullName: 'Mary Member' });
  const kept = await addWholeTeam(server);
  pass(30.1);
  await confirmIdentity(owner.call, PASSWORD).catch(() => {});
  await eraseDeletedTeams(server.running.app);
  await eraseRests(server.running.app);
  expect(await db().$count(users, eq(users.id, teamId))).toBe(0);
  expect(await db().$count(teams, eq(teams.id, teamId))).toBe(0);
  expect(await db().$count(businessCards, eq(businessCards.userId, teamId))).toBe(0);
  expect(await db().$count(contacts, eq(contacts.userId, teamId))).toBe(0);
  expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(404);
  expect((await server.client()('GET', `/card/${own.body.id}`)).status).toBe(200);
  expect(await db().$count(teams, eq(teams.id, kept.teamId))).toBe(1);
  const back = server.client();
  await back('POST', '/api/auth/login', { email: owner.username, password: PASSWORD });
  expect((await back('POST', `${path}/restore`)).status).toBe(404);
});

it('Whoever owns a team cannot be deleted, and takes the teams along that they have deleted', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner, member } = await makeDeleted();
  const otherId = await addTeam(server, owner.id, 'Beta');
  const deletion = { username: owner.username, password: PASSWORD };
  const refused = await owner.call('DELETE', '/api/account', deletion);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `${owner.username} owns the team Beta. Make someone else its owner, or delete it, before you delete the account.`,
  ]);
  await owner.call('DELETE', `/api/teams/${otherId}`, { name: 'Beta' });
  await addTeamCard(server, otherId, null);
  expect((await owner.call('DELETE', '/api/account', deletion)).status).toBe(200);
  await eraseRests(server.running.app);
  for (const id of [teamId, otherId]) expect(await db().$count(users, eq(users.id, id))).toBe(0);
  expect((await member.call('GET', '/api/teams')).body).toEqual([]);
});

it('Its invites still count once it is gone, and their links still refuse more', async () => {
  const { teamId, owner } = await addWholeTeam(server);
  const email = `guest.of.${owner.username}@example.org`;
  const { path } = await inviteByMail(owner.call, mailbox, teamId, email);
  await confirmIdentity(owner.call);
  await owner.call('DELETE', `/api/teams/${teamId}`, { name: 'Acme' });
  const deletion = { username: owner.username, password: PASSWORD };
  expect((await owner.call('DELETE', '/api/account', deletion)).status).toBe(200);
  await eraseRests(server.running.app);
  expect(await db().$count(users, eq(users.id, teamId))).toBe(0);
  const inviteAgain = async () => {
    const next = await addWholeTeam(server);
    const people = [{ email, fullName: 'Grace Hopper' }];
    return (await next.owner.call('POST', `/api/teams/${next.teamId}/invites`, { people })).body[0].problem;
  };
  expect(await inviteAgain()).toContain('has had an invite in the last 7 days');
  expect((await server.client()('POST', `${path}/refuse`)).status).toBe(200);
  expect(await inviteAgain()).toBe('This person asked us to send them no invites.');
});

it('They are forgotten after a while, and those of a team that is there are not', async () => {
  const [gone, kept] = [newId(), (await addWholeTeam(server)).teamId];
  const { app } = server.running;
  const sent = (teamId: string) => ({ id: newId(), teamId, addressHash: newId(), sentAt: app.now() });
  await db().insert(teamMails).values([gone, kept].map(sent));
  const mailsOf = (teamId: string) => db().$count(teamMails, eq(teamMails.teamId, teamId));
  const after = (days: number) =>
    purgeMails({ ...app, now: () => new Date(app.now().getTime() + days * DAY_MS) });
  await after(INVITE_MAILS_DAYS - 1);
  expect([await mailsOf(gone), await mailsOf(kept)]).toEqual([1, 1]);
  await after(INVITE_MAILS_DAYS + 1);
  expect([await mailsOf(gone), await mailsOf(kept)]).toEqual([0, 1]);
});
