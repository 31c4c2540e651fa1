import { expect, it } from 'vitest';
import { twoStep } from '#server/db/schema/accounts.ts';
import { shareTestServer } from '#test/shared-server.ts';
import { addMember, addTeamCard, addWholeTeam } from '#test/teams.ts';

/** Team admins without the two-step verification that their team's owner requires. */

const server = shareTestServer();

const SENTENCE =
  'This team requires two-step verification of its team admins. Turn it on in Settings, under Sign-in & security.';

it('They may what members may until they turn it on', async () => {
  const { teamId, cardId, owner, admin, member } = await addWholeTeam(server);
  const path = `/api/teams/${teamId}`;
  const required = await owner.call('PATCH', path, { adminsNeedTwoStep: true });
  expect(required.body).toMatchObject({ adminsNeedTwoStep: true, isResting: false });
  const own = await addTeamCard(server, teamId, admin.id, 'Adam Admin');
  const query = `?account=${teamId}`;
  for (const [method, at, body] of [
    ['GET', `${path}/invites`, undefined],
    ['POST', `${path}/invites`, { people: [{ fullName: 'A', email: 'a@example.com' }] }],
    ['GET', `${path}/figures?days=7`, undefined],
    ['PATCH', `${path}/members/${member.id}`, { role: 'admin' }],
    ['DELETE', `${path}/members/${member.id}`, undefined],
    ['PUT', `/api/cards/${cardId}${query}`, { tagline: 'Hello' }],
    ['DELETE', `/api/cards/${cardId}${query}`, undefined],
    ['GET', `/api/contacts/export${query}`, undefined],
    ['GET', `/api/account/export${query}`, undefined],
    ['GET', `/api/contacts/filters${query}`, undefined],
  ] as const) {
    const { status, body: answer } = await admin.call(method, at, body);
    expect([at, status, answer.code, answer.message]).toEqual([at, 403, 'two_step_required', SENTENCE]);
  }
  // That was never theirs.
  const refused = await admin.call('PATCH', path, { adminsNeedTwoStep: false });
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden']);

  expect((await admin.call('PUT', `/api/cards/${own}${query}`, { tagline: 'Mine' })).status).toBe(200);
  expect((await admin.call('GET', `/api/cards${query}`)).body).toMatchObject([{ id: own }]);
  expect((await admin.call('GET', path)).body).toMatchObject({ role: 'admin', isResting: true });
  const teamsOf = async () => (await admin.call('GET', '/api/auth/me')).body.due.teams;
  expect(await teamsOf()).toMatchObject([{ id: teamId, role: 'member' }]);

  await server.running.app.db
    .insert(twoStep)
    .values({ userId: admin.id, secret: 'x', confirmedAt: new Date() });
  expect((await admin.call('GET', `${path}/invites`)).status).toBe(200);
  expect((await admin.call('GET', `/api/cards${query}`)).body).toHaveLength(2);
  expect((await admin.call('GET', path)).body).toMatchObject({ role: 'admin', isResting: false });
  expect(await teamsOf()).toMatchObject([{ id: teamId, role: 'admin' }]);
});

it('Owners and members need none, nor does anybody where it is not required', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner, admin, member, cardId } = await addWholeTeam(server);
  const path = `/api/teams/${teamId}`;
  expect((await admin.call('GET', `${path}/invites`)).status).toBe(200);
  expect((await owner.call('PATCH', path, { adminsNeedTwoStep: true })).status).toBe(200);
  expect((await owner.call('GET', `${path}/invites`)).status).toBe(200);
  const edit = await member.call('PUT', `/api/cards/${cardId}?account=${teamId}`, { tagline: 'Hello' });
  expect(edit.status).toBe(200);
  const refused = await member.call('GET', `${path}/invites`);
  expect([refused.status, refused.body.message]).toEqual([403, 'Your role in this team doesn’t allow that.']);
  expect((await owner.call('PATCH', path, { adminsNeedTwoStep: 'yes' })).status).toBe(422);
});

it('Codes that somebody began to set up and never confirmed do not count', async () => {
  const { teamId, owner } = await addWholeTeam(server);
  await owner.call('PATCH', `/api/teams/${teamId}`, { adminsNeedTwoStep: true });
  const admin = await addMember(server, teamId, 'admin');
  await server.running.app.db.insert(twoStep).values({ userId: admin.id, secret: 'x' });
  expect((await admin.call('GET', `/api/teams/${teamId}/invites`)).body.code).toBe('two_step_required');
});
