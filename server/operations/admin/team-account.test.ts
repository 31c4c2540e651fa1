import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { issueLink } from '#server/accounts/auth/mailed-links.ts';
import { findAccountOf } from '#server/accounts/auth/oidc/linked-identities.ts';
import { hashToken, newToken } from '#server/accounts/auth/session-tokens.ts';
import { sessions } from '#server/db/schema/accounts.ts';
import { businessCards } from '#server/db/schema/cards.ts';
import { teams, users } from '#server/db/schema/users.ts';
import { askAboutOverdue, expireOverdue } from '#server/money/billing/expiry.ts';
import { remindOfCardEnds } from '#server/money/billing/mails/card-ends.ts';
import { remindOfTrialEnds } from '#server/money/billing/mails/reminders.ts';
import { findCommand } from '#server/operations/admin/commands.ts';
import { type AccountId, accountId } from '#shared/accounts/ids.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmIdentity, PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { openMailbox, WITH_MAIL } from '#test/mails.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { addWholeTeam, roleIn } from '#test/teams.ts';

const clock = { now: new Date() };
const server = startTestServer(WITH_MAIL, () => clock.now);
const mailbox = openMailbox(server);
const db = () => server.running.app.db;
const REASON = 'Asked by its owner';
const id = accountId.parse('teamacme');
const cardId = 'cardacme';
let admin: Client;
let owner: Awaited<ReturnType<typeof signUpWithCard>>;
let statsBefore: Record<string, number>;

/** A team as nothing makes it yet. */
async function makeTeam(ownerId: AccountId) {
  await db()
    .insert(users)
    .values({
      id,
      kind: 'team',
      username: 'acme',
      fullName: 'Acme',
      trialEndsAt: new Date(clock.now.getTime() + DAY_MS),
      stripeCustomerId: 'cus_test_acme',
      isProfileVisible: true,
      hasAlias: true,
    });
  await db().insert(teams).values({ id, name: 'Acme', ownerId });
  await db().insert(businessCards).values({ id: cardId, userId: id, name: 'Desk', fullName: 'Acme' });
  await db().execute(sql`insert into aliases (user_id, kind, name) values (${id}, 'username', 'acme')`);
}

beforeAll(async () => {
  const root = await signUp(server, 'Root Admin');
  admin = root.call;
  await db().update(users).set({ isAdmin: true }).where(eq(users.id, root.id));
  owner = await signUpWithCard(server);
  statsBefore = (await admin('GET', '/api/admin/stats')).body;
  await makeTeam(owner.id);
});

/** Does something without the trigger that refuses it, as if the row had come from elsewhere. */
async function unguarded<T>(table: string, add: () => Promise<T>): Promise<T> {
  await expect(add()).rejects.toMatchObject({ cause: { message: `Only persons have rows in ${table}.` } });
  await db().execute(sql.raw(`alter table ${table} disable trigger ${table}_of_person`));
  const added = await add();
  await db().execute(sql.raw(`alter table ${table} enable trigger ${table}_of_person`));
  return added;
}

describe('A team', () => {
  it('signs in with no password, and gets no link to set one', async () => {
    for (const password of [PASSWORD, 'acme acme']) {
      const answer = await server.client()('POST', '/api/auth/login', { email: 'acme', password });
      expect(answer.status).toBe(401);
    }
    expect((await server.client()('POST', '/api/auth/reset', { email: 'acme' })).status).toBe(200);
    for (const words of [['reset'], ['reset', '--codes'], ['grant'], ['revoke']]) {
      const ran = findCommand([...words, 'acme'])(server.running.app);
      await expect(ran).rejects.toThrow('No one is registered as “acme”.');
    }
  });

  it('is let in by no session, identity or link, if it had one', async () => {
    const { app } = server.running;
    const token = newToken();
    const session = {
      id: newToken(),
      userId: id,
      tokenHash: hashToken(token),
      userAgent: '',
    };
    const times = { createdAt: clock.now, lastSeenAt: clock.now, expiresAt: new Date('2100-01-01') };
    await unguarded('sessions', () =>
      db()
        .insert(sessions)
        .values({ ...session, ...times }),
    );
    const cookie = `goldleaf_session=${token}`;
    expect((await server.client()('GET', '/api/auth/me', undefined, { cookie })).status).toBe(401);
    const person = { issuer: 'https://id.example.com', subject: 'acme' };
    await unguarded('linked_identities', () =>
      db().execute(sql`insert into linked_identities (id, user_id, provider, issuer, subject)
        values (${newToken()}, ${id}, 'work', ${person.issuer}, ${person.subject})`),
    );
    expect(await findAccountOf(app, person)).toBeNull();
    const link = { purpose: 'reset', userId: id, mailedTo: null, validMs: DAY_MS };
    const url = await unguarded('mailed_links', () => issueLink(app, db(), link));
    expect((await server.client()('GET', new URL(url).pathname)).status).toBe(409);
  });

  it('is in no list of users, and no account that an administrator acts on', async () => {
    for (const query of ['', '?q=acme', '?status=trial', '?order=username', `?q=${id}`]) {
      const { status, text } = await admin('GET', `/api/admin/users${query}`);
      expect(status).toBe(200);
      expect(text).not.toContain(id);
    }
    expect((await admin('GET', '/api/admin/recent-users')).text).not.toContain(id);
    expect((await admin('GET', `/api/admin/users/${id}`)).status).toBe(404);
    for (const [what, more] of [
      ['suspend', { hidesPages: true }],
      ['end-sessions', {}],
      ['reset', {}],
      ['trial', { days: 3 }],
    ] as const) {
      const refused = await admin('POST', `/api/admin/users/${id}/${what}`, { reason: REASON, ...more });
      expect([what, refused.status]).toEqual([what, 404]);
    }
    const body = { reason: REASON, username: 'acme' };
    expect((await admin('DELETE', `/api/admin/users/${id}`, body)).status).toBe(404);
  });

  it('counts with its cards and contacts, and not as a user', async () => {
    const details = { fullName: 'Grace Hopper', email: 'grace@example.com', cardId };
    expect((await server.client()('POST', '/api/contacts/exchange', details)).status).toBe(200);
    const { totalCards = 0, totalContacts = 0 } = statsBefore;
    const ofTeams = { totalTeams: 1, teamCards: 1, teamContacts: 1 };
    const totals = { totalCards: totalCards + 1, totalContacts: totalContacts + 1 };
    const expected = { ...statsBefore, ...ofTeams, ...totals };
    expect((await admin('GET', '/api/admin/stats')).body).toEqual(expected);
    await db().update(users).set({ subscriptionStatus: 'active' }).where(eq(users.id, id));
    expect((await admin('GET', '/api/admin/stats')).body).toEqual(expected);
    await db().execute(sql`update user_counts set is_counted = false where user_id = ${id}`);
    expect((await admin('GET', '/api/admin/stats')).body).toEqual(expected);
    await db().update(users).set({ subscriptionStatus: 'trial' }).where(eq(users.id, id));
    await db().execute(sql`update user_counts set is_counted = true where user_id = ${id}`);
  });

  it('is shown as a person nowhere, while its cards are public', async () => {
    const visitor = server.client();
    expect((await visitor('GET', `/card/${cardId}`)).status).toBe(200);
    expect((await visitor('GET', '/portfolio/acme')).status).toBe(404);
    expect((await visitor('GET', '/acme')).status).toBe(404);
  });

  it('keeps its name from everybody else', async () => {
    const person = { email: 'new@example.com', password: PASSWORD, fullName: 'New' };
    const taken = await server.client()('POST', '/api/auth/register', { ...person, username: 'Acme' });
    expect(taken.status).toBe(409);
    await confirmIdentity(owner.call);
    const renamed = await owner.call('PATCH', '/api/account', { username: 'ACME' });
    expect(renamed.status).toBe(409);
  });

  it('ends its trial as any account does, and is mailed of nothing: its owner is', async () => {
    const { app } = server.running;
    await remindOfTrialEnds(app);
    clock.now = new Date(clock.now.getTime() + 1.5 * DAY_MS);
    await remindOfCardEnds(app);
    await expireOverdue(app);
    await askAboutOverdue(app);
    expect(await findCommand(['reconcile'])(app)).not.toContain('acme');
    const [team] = await db().select().from(users).where(eq(users.id, id));
    expect(team).toMatchObject({
      subscriptionStatus: 'expired',
      stripeCustomerId: 'cus_test_acme',
      email: null,
    });
    const { rows } = await db().execute<{ to: string }>(
      sql`select data->>'to' as to from pgboss.job where name = 'mail' and data::text ilike '%acme%'`,
    );
    const ownAddress = `${owner.username}@example.com`;
    const mailed = [...rows, ...mailbox.mails.filter(({ text }) => /acme/i.test(text))].map(({ to }) => to);
    expect(mailed.filter((to) => to !== ownAddress)).toEqual([]);
  });
});

it('A team gets another owner from an administrator, who gives a reason', async () => {
  const { teamId, owner: lost, member } = await addWholeTeam(server);
  const appoint = (body: object) => admin('POST', `/api/admin/teams/${teamId}/owner`, body);
  expect((await appoint({ username: member.username })).status).toBe(422);
  const { status, body } = await appoint({ username: member.username, reason: REASON });
  expect([status, body]).toEqual([200, { id: teamId, name: 'Acme', owner: member.username }]);
  expect(await roleIn(server, teamId, member.id)).toBe('owner');
  expect(await roleIn(server, teamId, lost.id)).toBe('admin');
  expect((await admin('GET', `/api/admin/actions?target=${teamId}`)).body).toMatchObject([
    { title: 'Appointed the owner of a team', target: 'Acme', about: member.username, reason: REASON },
  ]);
  await mailbox.wait(`${lost.username}@example.com`, 1, /^Your team was handed over$/);
  expect((await appoint({ username: member.username, reason: REASON })).status).toBe(409);
});

describe('Whoever owns a team', () => {
  const sentence = () =>
    `${owner.username} owns the team Acme. Make someone else its owner, or delete it, before you delete the account.`;
  const deleteSelf = () =>
    owner.call('DELETE', '/api/account', { username: owner.username, password: PASSWORD });
  const deleteByAdmin = () =>
    admin('DELETE', `/api/admin/users/${owner.id}`, { reason: REASON, username: owner.username });

  it('cannot be deleted, also while suspended, and loses nothing', async () => {
    for (const remove of [deleteSelf, deleteByAdmin]) {
      const { status, body } = await remove();
      expect([status, body.code, body.message]).toEqual([409, 'conflict', sentence()]);
    }
    const log = await admin('GET', `/api/admin/actions?target=${owner.id}`);
    expect(log.body).toEqual([]);
    await admin('POST', `/api/admin/users/${owner.id}/suspend`, { reason: REASON, hidesPages: false });
    const login = { email: owner.username, password: PASSWORD };
    expect((await owner.call('POST', '/api/auth/login', login)).body.code).toBe('suspended');
    for (const remove of [deleteSelf, deleteByAdmin]) expect((await remove()).status).toBe(409);
    expect((await server.client()('GET', `/card/${owner.cardId}`)).status).toBe(200);
  });

  it('can be once it is somebody else’s', async () => {
    const next = await signUp(server);
    await db().update(teams).set({ ownerId: next.id }).where(eq(teams.id, id));
    expect((await deleteSelf()).status).toBe(200);
  });
});
