import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessions } from '#server/db/schema/accounts.ts';
import { sessionCookies } from '#server/infra/http/credentials/session-cookie.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type OwnId, PASSWORD, signUp } from '#test/factories.ts';
import { startTestServer, type TestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({}, () => clock.now);
const secure = startTestServer({ PUBLIC_URL: 'https://cards.example.com' }, () => clock.now);
const pass = (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
};

/** Signs in and returns the cookie as in the header. */
async function cookieOf(at: TestServer): Promise<{ header: string; pair: string; token: string; id: OwnId }> {
  const { username, id } = await signUp(at);
  const { headers } = await at.client()('POST', '/api/auth/login', { email: username, password: PASSWORD });
  const header = headers.get('set-cookie') ?? '';
  const pair = header.split(';')[0] ?? '';
  return { header, pair, token: pair.split('=')[1] ?? '', id };
}
const me = (cookie: string) => server.client()('GET', '/api/auth/me', undefined, { cookie });

describe('The session’s cookie', () => {
  it('is out of reach for scripts and other websites, for 30 days', async () => {
    const { header, token } = await cookieOf(server);
    expect(token).toMatch(/^[A-Za-z0-9_-]{44}$/);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=2592000'])
      expect(header).toContain(part);
    expect(header).not.toContain('Secure');
  });

  it('is one on https that no other host of the domain can plant', async () => {
    const { header } = await cookieOf(secure);
    expect(header).toMatch(/^__Host-goldleaf_session=[\w-]{44};/);
    for (const part of ['Secure', 'Path=/', 'HttpOnly']) expect(header).toContain(part);
    expect(header).not.toContain('Domain');
  });

  it('is taken on https under its old name until it is renewed or its session ends', async () => {
    const [made, other] = [await cookieOf(secure), await cookieOf(secure)];
    // As it was made before the name had a prefix.
    const token = randomBytes(32).toString('base64url');
    const hashOf = (text: string) => createHash('sha256').update(text).digest();
    await secure.running.app.db
      .update(sessions)
      .set({ tokenHash: hashOf(token) })
      .where(eq(sessions.tokenHash, hashOf(made.token)));
    const old = `goldleaf_session=${token}`;
    const ask = (cookie: string) => secure.client()('GET', '/api/auth/me', undefined, { cookie });
    expect((await ask(old)).status).toBe(200);
    const both = await ask(`${old}; ${other.pair}`);
    expect(both.body.user.id).toBe(other.id);
    pass(2);
    const renewed = (await ask(old)).headers.getSetCookie();
    expect(renewed).toEqual([
      expect.stringContaining(`__Host-goldleaf_session=${token}; Max-Age=2592000`),
      expect.stringContaining('goldleaf_session=; Max-Age=0'),
    ]);
    const signedOut = await secure.client()('POST', '/api/auth/logout', undefined, { cookie: old });
    expect(signedOut.headers.getSetCookie()).toEqual([
      expect.stringContaining('__Host-goldleaf_session=; Max-Age=0'),
      expect.stringMatching(/^goldleaf_session=; Max-Age=0/),
    ]);
    expect((await ask(old)).status).toBe(401);
  });

  it('is not taken on https under the name that another host of the domain can set', async () => {
    const { token, pair } = await cookieOf(secure);
    const ask = (cookie: string) => secure.client()('GET', '/api/auth/me', undefined, { cookie });
    expect((await ask(pair)).status).toBe(200);
    expect((await ask(`goldleaf_session=${token}`)).status).toBe(401);
    // A restored copy asks itself, whatever its address.
    expect((await ask(sessionCookies(token))).status).toBe(200);
  });

  it('is nowhere in the database, its hash is', async () => {
    const { token, id } = await cookieOf(server);
    const rows = await server.running.app.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(JSON.stringify(rows)).not.toContain(token);
    const hashes = rows.map(({ tokenHash }) => tokenHash.toString('hex'));
    expect(hashes).toContain(createHash('sha256').update(token).digest('hex'));
  });

  it('that someone made up opens nothing', async () => {
    for (const cookie of [
      'goldleaf_session=',
      `goldleaf_session=${'A'.repeat(43)}`,
      "goldleaf_session=' or 1=1",
    ]) {
      expect((await me(cookie)).status).toBe(401);
    }
  });
});

describe('A session', () => {
  it('lasts 30 days from its last use', async () => {
    const { pair } = await cookieOf(server);
    pass(29);
    const renewed = await me(pair);
    expect(renewed.status).toBe(200);
    expect(renewed.headers.get('set-cookie')).toContain(`${pair}; Max-Age=2592000`);
    expect((await me(pair)).headers.get('set-cookie')).toBeNull();
    pass(29);
    expect((await me(pair)).status).toBe(200);
    pass(30.1);
    expect((await me(pair)).status).toBe(401);
  });

  it('is its own among many calls at once, also of others who have none', async () => {
    const [one, other, left] = [await cookieOf(server), await cookieOf(server), await cookieOf(server)];
    await server.client()('POST', '/api/auth/logout', undefined, { cookie: left.pair });
    const asked = [one, left, other, one, { pair: 'goldleaf_session=unknown' }, other].map(({ pair }) =>
      me(pair),
    );
    const answers = (await Promise.all(asked)).map(({ status, body }) => body.user?.id ?? status);
    expect(answers).toEqual([one.id, 401, other.id, one.id, 401, other.id]);
  });

  it('ends with sign-out, even if the cookie was kept', async () => {
    const { pair } = await cookieOf(server);
    const { headers } = await server.client()('POST', '/api/auth/logout', undefined, { cookie: pair });
    expect(headers.get('set-cookie')).toContain('goldleaf_session=; Max-Age=0');
    expect((await me(pair)).status).toBe(401);
  });

  it('gets another token with a new password, and the old one opens nothing', async () => {
    const { pair } = await cookieOf(server);
    const change = { password: 'new horse', currentPassword: PASSWORD };
    const changed = await server.client()('PATCH', '/api/account', change, { cookie: pair });
    expect(changed.status).toBe(200);
    const [next = ''] = changed.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    expect(next).toMatch(/^goldleaf_session=[\w-]{44}$/);
    expect((await me(next)).status).toBe(200);
    expect((await me(pair)).status).toBe(401);
  });

  it('ends when someone registers in the same browser', async () => {
    const { pair } = await cookieOf(server);
    const person = { username: 'second', email: 'second@example.com', password: PASSWORD, fullName: 'Ada' };
    const registered = await server.client()('POST', '/api/auth/register', person, { cookie: pair });
    expect(registered.status).toBe(200);
    expect((await me(pair)).status).toBe(401);
  });

  it('is another one after each sign-in: one that was planted before gains nothing', async () => {
    const { username } = await signUp(server);
    const planted = `goldleaf_session=${'B'.repeat(43)}`;
    const login = { email: username, password: PASSWORD };
    const { headers } = await server.client()('POST', '/api/auth/login', login, { cookie: planted });
    expect(headers.get('set-cookie')).not.toContain(planted);
    expect((await me(planted)).status).toBe(401);
  });
});
