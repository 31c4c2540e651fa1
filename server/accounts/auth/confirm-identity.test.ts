import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { confirmIdentity, PASSWORD, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};
const cookieOf = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';

/** The endpoints that ask again, each with a body that would otherwise pass. */
const GUARDED: [string, string, (name: string) => unknown][] = [
  ['PATCH', '/api/account', (name) => ({ email: `${name}.new@example.com` })],
  ['PATCH', '/api/account', (name) => ({ username: `${name}.new` })],
  ['PATCH', '/api/account', () => ({ password: 'battery staple' })],
  ['GET', '/api/account/export', () => undefined],
  ['DELETE', '/api/account', (name) => ({ username: name })],
];

describe('Being asked again who you are', () => {
  it.each(GUARDED)('is needed for %s %s, once in five minutes', async (method, path, bodyFor) => {
    const { call, username } = await signUp(server);
    const body = bodyFor(username);
    const refused = await call(method, path, body);
    expect(refused).toMatchObject({ status: 403, body: { code: 'identity_required' } });
    expect((await call('GET', '/api/auth/me')).body.user.username).toBe(username);
    await confirmIdentity(call);
    pass(5);
    expect((await call(method, path, body)).status).toBe(403);
    await confirmIdentity(call);
    pass(4.9);
    expect((await call(method, path, body)).status).toBe(200);
  });

  it('is not needed for a setting, the details that stay as they are, and the exports as CSV and JSON', async () => {
    const { call, username } = await signUp(server);
    const same = {
      username,
      email: `${username}@example.com`,
      fullName: 'Ada King',
      isExchangeEnabled: false,
    };
    expect((await call('PATCH', '/api/account', same)).status).toBe(200);
    expect((await call('GET', '/api/contacts/export')).status).toBe(200);
    expect((await call('GET', '/api/analytics/export')).status).toBe(200);
  });

  it('is not needed where the body carries the password, as before', async () => {
    const { call, username } = await signUp(server);
    const changes = { username: `${username}.new`, currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', changes)).status).toBe(200);
    const deletion = { username: changes.username, password: PASSWORD };
    expect((await call('DELETE', '/api/account', deletion)).status).toBe(200);
  });

  it('is not satisfied by a wrong password in the body, even after a confirmation', async () => {
    const { call, username } = await signUp(server);
    await confirmIdentity(call);
    const changes = { username: `${username}.new`, currentPassword: 'wrong horse' };
    const refused = await call('PATCH', '/api/account', changes);
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await call('GET', '/api/auth/me')).body.user.username).toBe(username);
  });

  it('holds for one session only, and renews its token', async () => {
    const { call, username } = await signUp(server);
    const elsewhere = server.client();
    const { headers } = await elsewhere('POST', '/api/auth/login', { email: username, password: PASSWORD });
    const stolen = cookieOf(headers);
    await confirmIdentity(elsewhere);
    expect((await call('GET', '/api/account/export')).status).toBe(403);
    expect((await elsewhere('GET', '/api/account/export')).status).toBe(200);
    const thief = await server.client()('GET', '/api/auth/me', undefined, { cookie: stolen });
    expect(thief.status).toBe(401);
  });

  it('tells whether an earlier proof is still good', async () => {
    const { call } = await signUp(server);
    const asked = await call('POST', '/api/account/confirm', {});
    expect(asked).toMatchObject({ status: 403, body: { code: 'identity_required' } });
    await confirmIdentity(call);
    const { status, body } = await call('POST', '/api/account/confirm', {});
    expect(status).toBe(200);
    expect(Date.parse(body.confirmedUntil)).toBe(clock.now.getTime() + 5 * 60_000);
  });

  it.each(['wrong horse', ''])('refuses the password "%s" and names the field', async (password) => {
    const { call } = await signUp(server);
    const { status, body } = await call('POST', '/api/account/confirm', { password });
    expect(status).toBe(password ? 403 : 422);
    expect(Object.keys(body.fields)).toEqual(['password']);
    expect((await call('GET', '/api/account/export')).status).toBe(403);
  });
});

describe('An account without a password', () => {
  it('is not signed in to by any password, with the answer that everyone gets', async () => {
    const { call, username, id } = await signUp(server);
    await server.running.app.db.update(users).set({ password: null }).where(eq(users.id, id));
    expect((await call('GET', '/api/account/security')).body.hasPassword).toBe(false);
    const refused = await server.client()('POST', '/api/auth/login', { email: username, password: PASSWORD });
    const unknown = await server.client()('POST', '/api/auth/login', { email: 'nobody', password: PASSWORD });
    expect([refused.status, refused.text]).toEqual([401, unknown.text]);
  });

  it('sets one once its owner has confirmed who they are', async () => {
    const { call, username, id } = await signUp(server);
    const { db } = server.running.app;
    await db.update(users).set({ password: null }).where(eq(users.id, id));
    expect((await call('PATCH', '/api/account', { password: 'first horse' })).status).toBe(403);
    await db.update(sessions).set({ confirmedAt: clock.now }).where(eq(sessions.userId, id));
    expect((await call('PATCH', '/api/account', { password: 'first horse' })).status).toBe(200);
    const login = { email: username, password: 'first horse' };
    expect((await server.client()('POST', '/api/auth/login', login)).status).toBe(200);
  });
});

describe('A session begins', () => {
  it('in place of the one the browser had, also when registering while signed in', async () => {
    const call = server.client();
    const newcomer = { username: 'first', email: 'first@example.com', password: PASSWORD, fullName: 'First' };
    const before = cookieOf((await call('POST', '/api/auth/register', newcomer)).headers);
    const second = { ...newcomer, username: 'second', email: 'second@example.com' };
    const after = cookieOf((await call('POST', '/api/auth/register', second)).headers);
    expect(after).not.toBe(before);
    const old = await server.client()('GET', '/api/auth/me', undefined, { cookie: before });
    expect(old.status).toBe(401);
    expect((await call('GET', '/api/auth/me')).body.user.username).toBe('second');
    const [session] = (await call('GET', '/api/account/sessions')).body;
    expect(Date.parse(session.createdAt)).toBeGreaterThan(clock.now.getTime() - DAY_MS);
  });
});
