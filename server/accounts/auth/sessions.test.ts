import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deviceName } from '#server/infra/device-name.ts';
import { startTestServer } from '#test/server.ts';
import { SESSIONS_MAX } from './session-tokens.ts';

const server = startTestServer();
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0';

async function register(username: string) {
  const call = server.client();
  const person = { username, email: `${username}@example.com`, password: 'correct horse', fullName: 'Ada' };
  expect((await call('POST', '/api/auth/register', person)).status).toBe(200);
  return call;
}

async function signIn(email: string, userAgent: string) {
  const call = server.client();
  const headers = { 'user-agent': userAgent };
  expect((await call('POST', '/api/auth/login', { email, password: 'correct horse' }, headers)).status).toBe(
    200,
  );
  return call;
}

describe('The list of sessions', () => {
  it('names the device of each, this one first, and no token', async () => {
    const here = await register('ada');
    await signIn('ada', FIREFOX);
    const { status, body, text } = await here('GET', '/api/account/sessions');
    expect(status).toBe(200);
    expect(body).toHaveLength(2);
    expect(body[0]).toMatchObject({ isCurrent: true });
    expect(body[1]).toMatchObject({
      isCurrent: false,
      device: 'Firefox on Windows',
      network: '127.0.0.0',
      place: null,
    });
    expect(text).not.toMatch(/token/i);
  });

  it('holds so many, and a further one ends the one not used for longest', async () => {
    const here = await register('joan');
    const { db } = server.running.app;
    await db.execute(sql`
      insert into sessions (id, token_hash, user_id, last_seen_at, expires_at)
      select 'joan' || n, decode(md5('joan' || n), 'hex'), u.id, now() - n * interval '1 minute', now() + interval '1 day'
      from users u, generate_series(1, ${SESSIONS_MAX - 1}) as n where u.username = 'joan'`);
    await signIn('joan', FIREFOX);
    const { body } = await here('GET', '/api/account/sessions');
    expect(body).toHaveLength(SESSIONS_MAX);
    const ids = body.map(({ id }: { id: string }) => id);
    expect(ids).toContain(`joan${SESSIONS_MAX - 2}`);
    expect(ids).not.toContain(`joan${SESSIONS_MAX - 1}`);
  });

  it('is nobody else’s', async () => {
    const other = await register('grace');
    expect((await other('GET', '/api/account/sessions')).body).toHaveLength(1);
    expect((await server.client()('GET', '/api/account/sessions')).status).toBe(401);
  });
});

describe('Signing out everywhere but here', () => {
  it('ends all other sessions and keeps this one', async () => {
    const here = await register('margaret');
    const others = [await signIn('margaret', FIREFOX), await signIn('margaret', 'curl/8.0')];
    const stranger = await register('bystander');
    expect((await here('DELETE', '/api/account/sessions')).body).toEqual({ ended: 2 });
    for (const other of others) expect((await other('GET', '/api/auth/me')).status).toBe(401);
    for (const stays of [here, stranger]) expect((await stays('GET', '/api/auth/me')).status).toBe(200);
    expect((await here('DELETE', '/api/account/sessions')).body).toEqual({ ended: 0 });
    expect((await server.client()('DELETE', '/api/account/sessions')).status).toBe(401);
    const history = (await here('GET', '/api/account/history')).body;
    expect(history[0]).toMatchObject({ title: 'Signed out on all other devices', network: '127.0.0.0' });
  });
});

describe('Ending a session', () => {
  it('signs out there and nowhere else', async () => {
    const here = await register('barbara');
    const there = await signIn('barbara', FIREFOX);
    const [, other] = (await here('GET', '/api/account/sessions')).body;
    expect((await here('DELETE', `/api/account/sessions/${other.id}`)).status).toBe(200);
    expect((await there('GET', '/api/auth/me')).status).toBe(401);
    expect((await here('GET', '/api/auth/me')).status).toBe(200);
    expect((await here('DELETE', `/api/account/sessions/${other.id}`)).status).toBe(404);
  });

  it('signs out here when it is this one', async () => {
    const here = await register('linus');
    const [current] = (await here('GET', '/api/account/sessions')).body;
    const { headers } = await here('DELETE', `/api/account/sessions/${current.id}`);
    expect(headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await here('GET', '/api/auth/me')).status).toBe(401);
  });

  it('is refused for someone else’s', async () => {
    const owner = await register('dennis');
    const stranger = await register('mallory');
    const [theirs] = (await owner('GET', '/api/account/sessions')).body;
    expect((await stranger('DELETE', `/api/account/sessions/${theirs.id}`)).status).toBe(404);
    expect((await stranger('DELETE', '/api/account/sessions/%00')).status).toBe(404);
    expect((await server.client()('DELETE', `/api/account/sessions/${theirs.id}`)).status).toBe(401);
    expect((await owner('GET', '/api/auth/me')).status).toBe(200);
  });
});

describe('The name of a device', () => {
  it.each([
    [FIREFOX, 'Firefox on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0',
      'Edge on Mac',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.0', 'Unknown device'],
    ['', 'Unknown device'],
  ])('of %s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));
});
