import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { persons, teams, users } from '#server/db/schema/users.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import type { AdminTeam } from '#shared/operations/admin-teams.ts';
import { GOOD_CARD, submit } from '#test/billing.ts';
import { confirmIdentity, signUp } from '#test/factories.ts';
import { keepListsOf } from '#test/keep-lists.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addTeam, addTeamCard, addWholeTeam, roleIn } from '#test/teams.ts';
import { unzip } from '#test/unzip.ts';

/** Administrators of the platform list teams, suspend, delete and restore them, and appoint their owners. */

const server = startTestServer(WITH_MAIL);
const mailbox = openMailbox(server);
const REASON = 'Phishing, reported by a visitor';
let admin: Client;

beforeAll(async () => {
  const root = await signUp(server, 'Root Admin');
  admin = root.call;
  await server.running.app.db.update(users).set({ isAdmin: true }).where(eq(users.id, root.id));
});

const list = async (query = ''): Promise<AdminTeam[]> =>
  (await admin('GET', `/api/admin/teams${query}`)).body;
const actOn = (id: string, what: string, more = {}) =>
  admin('POST', `/api/admin/teams/${id}/${what}`, { reason: REASON, ...more });
const logOf = async (id: string): Promise<string[]> =>
  (await admin('GET', `/api/admin/actions?target=${id}`)).body.map(({ title }: { title: string }) => title);
const usernameOf = async (teamId: string) =>
  (await list(`?q=${teamId}`)).find(({ id }) => id === teamId)?.username ?? '';
const remove = async (teamId: string, more = {}) =>
  admin('DELETE', `/api/admin/teams/${teamId}`, {
    reason: REASON,
    username: await usernameOf(teamId),
    ...more,
  });

const CALLS = [
  ['GET', '', undefined],
  ['POST', '/suspend', { reason: REASON, hidesPages: true }],
  ['POST', '/restore', { reason: REASON }],
  ['POST', '/owner', { reason: REASON, username: 'nobody-here' }],
  ['POST', '/bring-back', { reason: REASON }],
  ['DELETE', '', { reason: REASON, username: 'acme' }],
] as const;

it('All of it is for administrators alone', async () => {
  const { teamId, owner, outsider } = await addWholeTeam(server);
  for (const [method, path, body] of CALLS) {
    const at = method === 'GET' ? '/api/admin/teams' : `/api/admin/teams/${teamId}${path}`;
    const gone = method === 'GET' ? '/api/admin/teams?cursor=nonsense' : `/api/admin/teams/nothing${path}`;
    const statuses = [];
    for (const call of [server.client(), outsider.call, owner.call])
      statuses.push((await call(method, at, body)).status);
    expect([path, ...statuses]).toEqual([path, 401, 403, 403]);
    const answer = await admin(method, gone, body);
    expect([path, answer.status < 500, answer.status >= 200]).toEqual([path, true, true]);
    if (method !== 'GET') expect([path, answer.status]).toEqual([path, 404]);
  }
  expect((await actOn(teamId, 'suspend', { reason: ' ', hidesPages: true })).status).toBe(422);
});

describe('The list of teams', () => {
  it('is read by page, newest first, with owner, members, claimed cards and state', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, owner } = await addWholeTeam(server);
    await addTeamCard(server, teamId, null);
    const [first] = await list('?limit=1');
    expect(first).toMatchObject({
      id: teamId,
      name: 'Acme',
      owner: { fullName: 'Olive Owner', username: owner.username, email: `${owner.username}@example.com` },
      memberCount: 3,
      claimedCards: 1,
      subscriptionStatus: 'trial',
      suspendedAt: null,
      deletedAt: null,
    });
    const ids: string[] = [];
    for (let path = '/api/admin/teams?limit=2'; path; ) {
      const { body, headers } = await admin('GET', path);
      ids.push(...body.map(({ id }: AdminTeam) => id));
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(new Set(ids).size).toBe(ids.length);
    const { rows } = await server.running.app.db.execute<{ id: string }>(
      sql`select id from teams order by created_at desc, id desc`,
    );
    expect(ids).toEqual(rows.map(({ id }) => id));
  });

  it('is searched by name and by the owner’s address, before and after both are indexed', {
    tags: ['thorough'],
  }, async () => {
    const { db } = server.running.app;
    const owner = await signUp(server, 'Zoë Zimmer');
    const other = await signUp(server);
    const named = await addTeam(server, other.id, 'Zephyr & Sons');
    const owned = await addTeam(server, owner.id, 'Plain');
    const found = async (q: string) => (await list(`?q=${encodeURIComponent(q)}`)).map(({ id }) => id);
    const check = async () => {
      expect(await found('zephyr & S')).toEqual([named]);
      expect(await found(`${owner.username}@EXAMPLE`)).toEqual([owned]);
      expect(await found('zoe zimmer')).toEqual([owned]);
      expect(await found('no such team at all')).toEqual([]);
      expect(await found('%')).toEqual([]);
    };
    await check();
    await keepListsOf(server);
    await check();
    // Beyond what is scanned first, they are found by the index.
    await db.execute(sql`
      insert into users (id, kind, username, full_name)
        select 'many' || n, 'team', 'many' || n, 'Many ' || n from generate_series(1, 1100) n`);
    await db.execute(sql`
      insert into teams (id, name, owner_id) select 'many' || n, 'Many', ${other.id} from generate_series(1, 1100) n`);
    await check();
    await keepListsOf(server);
    await check();
    await db.execute(sql`delete from users where id like 'many%'`);
  });
});

describe('A suspended team', () => {
  it('is changed by nobody, hides its pages as chosen, and is restored', async () => {
    const { teamId, cardId, owner, admin: teamAdmin, member } = await addWholeTeam(server);
    const path = `/api/teams/${teamId}`;
    const suspended = await actOn(teamId, 'suspend', {
      hidesPages: true,
      message: 'It copies a bank’s card',
    });
    expect([suspended.status, suspended.body]).toMatchObject([200, { id: teamId, hidesPages: true }]);
    expect((await actOn(teamId, 'suspend', { hidesPages: true })).status).toBe(409);
    const sentence =
      'This team is suspended, so nothing in it can be changed. It copies a bank’s card. Its owner can still export and delete it.';
    for (const [call, method, at, body] of [
      [owner.call, 'PATCH', path, { name: 'Other' }],
      [owner.call, 'POST', `${path}/billing/checkout`, {}],
      [teamAdmin.call, 'POST', `${path}/invites`, { people: [{ fullName: 'A', email: 'a@example.com' }] }],
      [teamAdmin.call, 'PUT', `/api/cards/${cardId}?account=${teamId}`, { tagline: 'Hello' }],
      [member.call, 'PUT', `/api/cards/${cardId}?account=${teamId}`, { tagline: 'Hello' }],
      [member.call, 'POST', `/api/contacts?account=${teamId}`, { fullName: 'Ada Lovelace' }],
      [member.call, 'DELETE', `${path}/members/${member.id}`, undefined],
    ] as const) {
      const { status, body: answer } = await call(method, at, body);
      expect([at, status, answer.code, answer.message]).toEqual([at, 403, 'forbidden', sentence]);
    }
    for (const { call } of [owner, teamAdmin, member]) {
      expect((await call('GET', path)).body).toMatchObject({ suspensionMessage: 'It copies a bank’s card' });
      expect((await call('GET', `/api/cards?account=${teamId}`)).status).toBe(200);
    }
    expect((await member.call('POST', '/api/contacts', { fullName: 'My Own' })).status).toBe(200);
    expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(404);
    await mailbox.wait(`${owner.username}@example.com`, 1, /^Your team Acme is suspended$/);
    const restored = await actOn(teamId, 'restore');
    expect(restored.body).toMatchObject({ suspendedAt: null, hidesPages: false, suspensionMessage: null });
    expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
    expect((await owner.call('PATCH', path, { name: 'Acme Ltd' })).status).toBe(200);
    expect((await actOn(teamId, 'restore')).status).toBe(409);
    expect(await logOf(teamId)).toEqual(['Restored the team', 'Suspended the team']);
  });

  it('has its passes told by jobs, so that nobody waits while thousands of cards are locked', {
    tags: ['thorough'],
  }, async () => {
    const { teamId } = await addWholeTeam(server);
    const { db } = server.running.app;
    const told = async () => {
      const { rows } = await db.execute(
        sql`select 1 from pgboss.job where name = 'passes-of-team' and data->>'teamId' = ${teamId}`,
      );
      return rows.length;
    };
    await actOn(teamId, 'suspend', { hidesPages: true });
    expect(await told()).toBe(1);
    await actOn(teamId, 'restore');
    expect(await told()).toBe(2);
  });

  it('keeps its pages if they may stay, and is exported and deleted by its owner, who cannot bring it back', {
    tags: ['thorough'],
  }, async () => {
    const { teamId, cardId, owner } = await addWholeTeam(server);
    await actOn(teamId, 'suspend', { hidesPages: false });
    expect((await server.client()('GET', `/card/${cardId}`)).status).toBe(200);
    await confirmIdentity(owner.call);
    expect((await owner.call('GET', `/api/account/export?account=${teamId}`)).status).toBe(200);
    expect((await owner.call('DELETE', `/api/teams/${teamId}`, { name: 'Acme' })).status).toBe(200);
    expect((await owner.call('POST', `/api/teams/${teamId}/restore`)).status).toBe(403);
  });
});

it('A paying team is charged nothing more once it is suspended', { tags: ['thorough'] }, async () => {
  const { teamId, owner } = await addWholeTeam(server);
  const { body } = await owner.call('POST', `/api/teams/${teamId}/billing/checkout`);
  expect((await submit(server, body.url, { card: GOOD_CARD })).status).toBe(303);
  const status = async () => (await list(`?q=${teamId}`))[0]?.subscriptionStatus;
  await owner.call('POST', `/api/teams/${teamId}/billing/refresh`);
  expect(await status()).toBe('active');
  await actOn(teamId, 'suspend', { hidesPages: false });
  await vi.waitFor(async () => expect(await status()).toBe('cancelled'), 20_000);
  const subject = /^Your team Acme is suspended$/;
  await mailbox.wait(`${owner.username}@example.com`, 1, subject);
});

describe('A team that an administrator deletes', () => {
  it('leaves its archive, and is brought back for thirty days', { tags: ['thorough'] }, async () => {
    const { teamId, cardId, owner } = await addWholeTeam(server);
    await owner.call('POST', `/api/contacts?account=${teamId}`, { fullName: 'Grace Hopper' });
    expect((await remove(teamId, { username: 'someone else' })).body.fields).toHaveProperty('username');
    const { status, body } = await remove(teamId);
    expect(status).toBe(200);
    const files = await unzip((await admin('GET', `/api/admin/archives/${body.archive}`)).bytes);
    const told = String(files.get('goldleaf.json'));
    for (const mark of ['Grace Hopper', cardId, 'Mary Member']) expect(told).toContain(mark);
    expect(JSON.parse(told)).not.toHaveProperty('sessions');
    const exchange = () =>
      server.client()('POST', '/api/contacts/exchange', { fullName: 'V', email: 'v@example.com', cardId });
    expect((await exchange()).status).toBe(403);
    expect((await remove(teamId)).status).toBe(409);
    await mailbox.wait(`${owner.username}@example.com`, 1, /^Your team Acme was deleted$/);
    expect((await list(`?q=${teamId}`))[0]?.deletedAt).not.toBeNull();
    expect((await actOn(teamId, 'bring-back')).body).toMatchObject({ id: teamId, deletedAt: null });
    expect((await actOn(teamId, 'bring-back')).status).toBe(409);
    expect((await exchange()).status).toBe(200);
    expect(await logOf(teamId)).toEqual([
      'Brought the team back',
      'Downloaded the archive of a deleted account',
      'Deleted the team',
    ]);
    await remove(teamId);
    const { db } = server.running.app;
    const long = new Date(Date.now() - 31 * DAY_MS);
    await db.update(teams).set({ deletedAt: long }).where(eq(teams.id, teamId));
    expect((await actOn(teamId, 'bring-back')).status).toBe(409);
  });

  it('stays as it is if its archive cannot be written', { tags: ['thorough'] }, async () => {
    const { teamId } = await addWholeTeam(server);
    const { archives, db } = server.running.app;
    const { stage } = archives;
    archives.stage = async () => {
      throw new Error('The disk is full.');
    };
    expect((await remove(teamId)).status).toBe(500);
    Object.assign(archives, { stage });
    const [team] = await db.select().from(teams).where(eq(teams.id, teamId));
    expect(team?.deletedAt).toBeNull();
    expect(await logOf(teamId)).toEqual([]);
  });
});

it('The owner of a deleted team is told what a suspension leaves of that', {
  tags: ['thorough'],
}, async () => {
  const { teamId, owner } = await addWholeTeam(server);
  const textOf = async (subject: RegExp) =>
    (await mailbox.wait(`${owner.username}@example.com`, 1, subject))[0]?.text;
  await remove(teamId);
  await actOn(teamId, 'suspend', { hidesPages: true });
  expect(await textOf(/is suspended$/)).toContain('It stays deleted, and you can’t restore it');
  await actOn(teamId, 'restore');
  expect(await textOf(/is no longer suspended$/)).toContain('It is still deleted');
  await actOn(teamId, 'suspend', { hidesPages: true });
  expect((await actOn(teamId, 'bring-back')).status).toBe(200);
  expect(await textOf(/is back$/)).toContain('It stays suspended');
});

it('A team whose owner is suspended gets another one', { tags: ['thorough'] }, async () => {
  const { teamId, owner, member } = await addWholeTeam(server);
  const { db } = server.running.app;
  const suspension = { reason: REASON, hidesPages: false };
  expect((await admin('POST', `/api/admin/users/${owner.id}/suspend`, suspension)).status).toBe(200);
  const [mail] = await mailbox.wait(`${owner.username}@example.com`, 1, /account is suspended$/);
  expect(mail?.text).toContain('You won’t be charged for your own cards again.');
  expect(mail?.text).toContain('The team Acme, which you own, goes on, with its subscription if it has one.');
  const { status, body } = await actOn(teamId, 'owner', { username: member.username });
  expect([status, body.owner]).toEqual([200, member.username]);
  expect(await roleIn(server, teamId, member.id)).toBe('owner');
  expect((await list(`?q=${teamId}`))[0]?.owner.id).toBe(member.id);
  expect(await db.$count(persons, eq(persons.id, owner.id))).toBe(1);
});

it('Teams are counted apart from people', { tags: ['thorough'] }, async () => {
  const before = (await admin('GET', '/api/admin/stats')).body;
  const { teamId, member } = await addWholeTeam(server);
  await member.call('POST', `/api/contacts?account=${teamId}`, { fullName: 'Ada Lovelace' });
  const after = (await admin('GET', '/api/admin/stats')).body;
  expect(after.totalUsers).toBe(before.totalUsers + 4);
  for (const figure of ['totalTeams', 'teamCards', 'teamContacts', 'totalCards', 'totalContacts'])
    expect([figure, after[figure]]).toEqual([figure, before[figure] + 1]);
});
