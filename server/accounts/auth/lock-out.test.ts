import { afterEach, describe, expect, it, vi } from 'vitest';
import { PASSWORD, signUp } from '#test/factories.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';

const clock = { now: new Date() };
const server = startTestServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' }, () => clock.now);
afterEach(() => void vi.restoreAllMocks());

let addresses = 0;
/** Headers of a requester at their own address, as a proxy forwards them. */
const someoneNew = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.2.${addresses >> 8}.${addresses & 255}` };
};
type Headers = ReturnType<typeof someoneNew>;

const signIn = (email: string, password: string, headers = someoneNew(), call: Client = server.client()) =>
  call('POST', '/api/auth/login', { email, password }, headers);
const guess = (email: string, headers?: Headers, call?: Client) =>
  signIn(email, 'wrong horse', headers, call);

/** Wrong passwords from ten addresses, ten each: as many as strangers may try in an hour. */
async function guessHundredTimes(username: string): Promise<void> {
  for (let n = 0; n < 10; n += 1) {
    const headers = someoneNew();
    const answers = await Promise.all(Array.from({ length: 10 }, () => guess(username, headers)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(401));
  }
}

function expectTooMany(
  { status, body, headers }: Answer,
  message = /^Too many failed sign-ins to this account/,
) {
  expect(status).toBe(429);
  expect(body.code).toBe('too_many_requests');
  expect(body.message).toMatch(message);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  return Number(headers.get('retry-after'));
}

describe('Ten wrong passwords from one address', () => {
  it('use up its own attempts by this name, in any case, and nobody else’s', {
    tags: ['thorough'],
  }, async () => {
    const { username } = await signUp(server);
    const other = await signUp(server);
    const here = someoneNew();
    const names = [username, username.toUpperCase()];
    for (let n = 0; n < 10; n += 1) expect((await guess(names[n % 2] ?? '', here)).status).toBe(401);
    for (const name of names) expectTooMany(await signIn(name, PASSWORD, here));
    expect((await signIn(other.username, PASSWORD, here)).status).toBe(200);
    expect((await signIn(username, PASSWORD)).status).toBe(200);
  });

  it('do not tell that an email address belongs to a username', async () => {
    const { username } = await signUp(server);
    const here = someoneNew();
    for (let n = 0; n < 11; n += 1) await guess(username, here);
    expectTooMany(await guess(username, here));
    for (const name of [`${username}@example.com`, 'nobody@example.com'])
      expect((await guess(name, here)).status).toBe(401);
  });

  it('do the same for accounts that do not exist', async () => {
    const here = someoneNew();
    for (let n = 0; n < 10; n += 1) expect((await guess('nobody', here)).status).toBe(401);
    expectTooMany(await guess('Nobody', here));
  });

  it('are limited to ten even if a hundred are tried at once', async () => {
    const { username } = await signUp(server);
    const here = someoneNew();
    const answers = await Promise.all(Array.from({ length: 100 }, () => guess(username, here)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  });

  it('start over after the right one', { tags: ['thorough'] }, async () => {
    const { username } = await signUp(server);
    const here = someoneNew();
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) expect((await guess(username, here)).status).toBe(401);
      expect((await signIn(username, PASSWORD, here)).status).toBe(200);
    }
  });

  it('are not counted when there was no room to check them', { tags: ['thorough'] }, async () => {
    const { username } = await signUp(server);
    const here = someoneNew();
    const verify = vi.spyOn(server.running.app.passwords, 'verify');
    verify.mockRejectedValue(new Error('away'));
    for (let n = 0; n < 12; n += 1) expect((await guess(username, here)).status).toBe(500);
    verify.mockRestore();
    expect((await signIn(username, PASSWORD, here)).status).toBe(200);
  });
});

describe('A hundred wrong passwords from many addresses', () => {
  it('keep strangers out for a time that grows, and the owner’s browser never', async () => {
    const { username, call } = await signUp(server);
    await call('POST', '/api/auth/logout');
    await guessHundredTimes(username);
    const first = expectTooMany(await signIn(username, PASSWORD));
    expect(first).toBeLessThanOrEqual(60);
    expect((await signIn(username, PASSWORD, someoneNew(), call)).status).toBe(200);
    clock.now = new Date(clock.now.getTime() + first * 1000);
    expect((await guess(username)).status).toBe(401);
    expect(expectTooMany(await signIn(username, PASSWORD))).toBe(120);
    clock.now = new Date(clock.now.getTime() + 2 * 60 * 60 * 1000);
    expect((await signIn(username, PASSWORD)).status).toBe(200);
  });

  it('are all that counts: who was refused unchecked has every attempt left', {
    tags: ['thorough'],
  }, async () => {
    const { id, username } = await signUp(server);
    for (let n = 0; n < 100; n += 1) await server.running.app.limits.take('accountFailure', id);
    const here = someoneNew();
    for (let n = 0; n < 11; n += 1)
      expect(expectTooMany(await signIn(username, PASSWORD, here))).toBeLessThanOrEqual(60);
    clock.now = new Date(clock.now.getTime() + 60 * 1000);
    expect((await signIn(username, PASSWORD, here)).status).toBe(200);
  });

  it('say nothing of whether there is such an account', { tags: ['thorough'] }, async () => {
    await guessHundredTimes('nobody-here');
    expect(expectTooMany(await guess('nobody-here'))).toBeLessThanOrEqual(60);
  });

  it('do not hinder an open session, where the password is asked', { tags: ['thorough'] }, async () => {
    const { username, call } = await signUp(server);
    await guessHundredTimes(username);
    const change = { password: 'another horse', currentPassword: PASSWORD };
    expect((await call('PATCH', '/api/account', change)).status).toBe(200);
  });
});

describe('A browser that signed in before', () => {
  it('has its own attempts, as many as a stranger', async () => {
    const { username, call } = await signUp(server);
    for (let n = 0; n < 10; n += 1) expect((await guess(username, someoneNew(), call)).status).toBe(401);
    expectTooMany(await signIn(username, PASSWORD, someoneNew(), call));
    expect((await signIn(username, PASSWORD)).status).toBe(200);
  });

  it('waits in its own lane', async () => {
    const { username, call } = await signUp(server);
    const other = await signUp(server);
    const verify = vi.spyOn(server.running.app.passwords, 'verify');
    await signIn(username, PASSWORD, someoneNew(), call);
    await signIn(username, PASSWORD, someoneNew(), other.call);
    await signIn(username, PASSWORD);
    expect(verify.mock.calls.map(([, , turn]) => turn.lane)).toEqual(['known', 'unknown', 'unknown']);
  });

  it('is known by a cookie that scripts cannot read and nobody else can make', {
    tags: ['thorough'],
  }, async () => {
    const { username, id } = await signUp(server);
    const { headers } = await signIn(username, PASSWORD);
    const cookie = headers.getSetCookie().find((one) => one.startsWith('goldleaf_browser=')) ?? '';
    expect(cookie).toContain(id);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=34560000'])
      expect(cookie).toContain(part);
    const other = await signUp(server);
    const forged = cookie.split(';')[0]?.replace(id, other.id) ?? '';
    await guessHundredTimes(other.username);
    const login = { email: other.username, password: PASSWORD };
    const tampered = { ...someoneNew(), cookie: forged };
    expectTooMany(await server.client()('POST', '/api/auth/login', login, tampered));
  });
});

describe('An address that strangers share with the owner', () => {
  it('may be used up by them: the owner’s browser still signs in, and only to that account', async () => {
    const { username, call } = await signUp(server);
    const other = await signUp(server);
    const here = someoneNew();
    const { limits } = server.running.app;
    for (let n = 0; n < 100; n += 1) await limits.take('signIn', here['x-forwarded-for']);
    expectTooMany(await signIn(username, PASSWORD, here), /^Too many sign-ins from this address/);
    expect((await signIn(username, PASSWORD, here, call)).status).toBe(200);
    expectTooMany(await signIn(other.username, PASSWORD, here, call), /^Too many sign-ins from this address/);
  });
});

describe('An open session', () => {
  it('has ten guesses at its password, which cost no one else a try', async () => {
    const { call, username } = await signUp(server);
    const change = () =>
      call('PATCH', '/api/account', { password: 'new horse', currentPassword: 'wrong horse' });
    for (let n = 0; n < 10; n += 1) expect((await change()).status).toBe(403);
    expectTooMany(await change(), /^Too many wrong passwords\. Please try again in \d+ minutes\.$/);
    expect((await signIn(username, PASSWORD)).status).toBe(200);
  });
});
