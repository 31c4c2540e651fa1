import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { confirmAddress } from '#server/accounts/auth/address/write-address.ts';
import { users } from '#server/db/schema/users.ts';
import { TEAMS_OWNED_MAX } from '#shared/teams/teams.ts';
import { signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

import { addMember, addTeam } from '#test/teams.ts';

const server = startTestServer();
const db = () => server.running.app.db;

async function signUpConfirmed(fullName?: string) {
  const person = await signUp(server, fullName);
  await confirmAddress(db(), person.id, new Date());
  return person;
}

it('A team is created by whoever confirmed their address, with a name of the one namespace', async () => {
  const { call, id } = await signUp(server, 'Olive Owner');
  const refused = await call('POST', '/api/teams', { name: 'Quartz & Sons' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Confirm your email address first, then create the team.',
  ]);
  await confirmAddress(db(), id, new Date());
  const first = await call('POST', '/api/teams', { name: ' Quartz & Sons ' });
  expect(first.body).toMatchObject({
    name: 'Quartz & Sons',
    username: 'quartz-sons',
    plan: 'basic',
    logo: null,
    primaryColor: '#6366F1',
    role: 'owner',
    memberCount: 1,
    membersMayExport: false,
    deletedAt: null,
    offeredTo: null,
  });
  const second = await call('POST', '/api/teams', { name: 'Quartz & Sons', primaryColor: '#112233' });
  expect(second.body).toMatchObject({ username: 'quartz-sons-2', primaryColor: '#112233' });
  const listed = await call('GET', '/api/teams');
  expect(listed.body).toEqual([first.body, second.body]);
  expect((await call('GET', `/api/teams/${first.body.id}`)).body).toEqual(first.body);
  const taken = {
    email: 'q@example.com',
    password: 'correct horse',
    fullName: 'Quinn Quartz',
    username: 'Quartz-Sons',
  };
  expect((await server.client()('POST', '/api/auth/register', taken)).body.fields).toHaveProperty('username');
});

it('Names that give no username, reserved ones and those that say nothing', {
  tags: ['thorough'],
}, async () => {
  const { call } = await signUpConfirmed();
  for (const [name, username] of [
    ['Goldleaf', /^team-\d+$/],
    ['🚀', /^team-\d+$/],
    ['株式会社', /^[^\s]+$/],
    ['x'.repeat(100), /^x{30}$/],
  ] as const) {
    const { status, body } = await call('POST', '/api/teams', { name });
    expect([name, status]).toEqual([name, 200]);
    expect(body.username).toMatch(username);
  }
  for (const body of [
    {},
    { name: ' ' },
    { name: 'x'.repeat(101) },
    { name: 5 },
    { name: 'A', logo: 'ftp://x' },
  ])
    expect((await call('POST', '/api/teams', body)).status).toBe(422);
  for (const logo of ['data:image/png;base64,AAAA', 'https://', '/etc/passwd', '/media/nothing.webp'])
    expect((await call('POST', '/api/teams', { name: 'A', logo })).status).toBe(422);
});

it('Many who create a team of one name at once get one each, and one person no more than they may own', {
  tags: ['thorough'],
}, async () => {
  const people = await Promise.all(Array.from({ length: 6 }, () => signUpConfirmed()));
  const made = await Promise.all(people.map(({ call }) => call('POST', '/api/teams', { name: 'Rush Hour' })));
  expect(made.map(({ status }) => status)).toEqual(people.map(() => 200));
  expect(new Set(made.map(({ body }) => body.username)).size).toBe(people.length);
  const [one] = people;
  const more = await Promise.all(
    Array.from({ length: TEAMS_OWNED_MAX + 2 }, (_, at) =>
      one?.call('POST', '/api/teams', { name: `Own ${at}` }),
    ),
  );
  expect(more.filter((answer) => answer?.status === 200)).toHaveLength(TEAMS_OWNED_MAX - 1);
  expect(more.filter((answer) => answer?.status === 409)).toHaveLength(3);
  expect((await one?.call('GET', '/api/teams'))?.body).toHaveLength(TEAMS_OWNED_MAX);
});

it('A team is changed by its owner, and its account with it', async () => {
  const owner = await signUp(server);
  const teamId = await addTeam(server, owner.id);
  const change = (body: object) => owner.call('PATCH', `/api/teams/${teamId}`, body);
  const { body } = await change({ name: 'Acme Ltd', primaryColor: '#AABBCC', membersMayExport: true });
  expect(body).toMatchObject({ name: 'Acme Ltd', primaryColor: '#AABBCC', membersMayExport: true });
  const [account] = await db().select().from(users).where(eq(users.id, teamId));
  expect(account).toMatchObject({ fullName: 'Acme Ltd', username: body.username, email: null });
  expect((await change({})).body).toEqual(body);
  expect((await change({ logo: 'https://example.com/logo.png' })).body.logo).toBe(
    'https://example.com/logo.png',
  );
  expect((await change({ logo: '' })).body.logo).toBeNull();
  for (const wrong of [{ name: '' }, { primaryColor: 'red' }, { membersMayExport: 'yes' }, { logo: 'x' }])
    expect((await change(wrong)).status).toBe(422);
  const admin = await addMember(server, teamId, 'admin');
  expect((await admin.call('PATCH', `/api/teams/${teamId}`, { name: 'Mine' })).status).toBe(403);
});
