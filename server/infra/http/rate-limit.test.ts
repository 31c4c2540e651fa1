import { describe, expect, it } from 'vitest';
import { subscriberOf } from '#server/infra/http/rate-limit.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { type Answer, startTestServer } from '#test/server.ts';

const server = startTestServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
const direct = startTestServer({ RATE_LIMITS: 'on' });
let addresses = 0;

/** Headers of someone at an address of their own, as a proxy forwards them. */
const someoneNew = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` };
};
const signIn = (email: string, password: string, headers = someoneNew()) =>
  server.client()('POST', '/api/auth/login', { email, password }, headers);

function expectTooMany({ status, body, headers }: Answer, message: RegExp): void {
  expect(status).toBe(429);
  expect(body.code).toBe('too_many_requests');
  expect(body.message).toMatch(message);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
}

describe('Sign-in', () => {
  it('ends after ten wrong passwords to one account, by either name and from anywhere', async () => {
    const { username } = await signUp(server);
    const other = await signUp(server);
    const names = [username, `${username.toUpperCase()}@EXAMPLE.COM`];
    for (let n = 0; n < 10; n += 1)
      expect((await signIn(names[n % 2] ?? '', 'wrong horse')).status).toBe(401);
    for (const name of names) {
      expectTooMany(
        await signIn(name, PASSWORD),
        /^Too many failed sign-ins to this account\. Please try again in \d+ minutes\.$/,
      );
    }
    expect((await signIn(other.username, PASSWORD)).status).toBe(200);
  });

  it('ends so for accounts that do not exist, too', async () => {
    for (let n = 0; n < 10; n += 1) expect((await signIn('nobody', 'wrong horse')).status).toBe(401);
    expectTooMany(await signIn('Nobody', 'wrong horse'), /this account/);
  });

  it('lets no more than ten guess when a hundred do at once', async () => {
    const { username } = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 100 }, () => signIn(username, 'wrong horse')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(90);
  });

  it('forgets the wrong ones with a right one', async () => {
    const { username } = await signUp(server);
    for (let round = 0; round < 2; round += 1) {
      for (let n = 0; n < 9; n += 1) expect((await signIn(username, 'wrong horse')).status).toBe(401);
      expect((await signIn(username, PASSWORD)).status).toBe(200);
    }
  });

  it('counts guesses at the password of an open session as well', async () => {
    const { call, username } = await signUp(server);
    const guess = () =>
      call('PATCH', '/api/account', { password: 'new horse', currentPassword: 'wrong horse' });
    for (let n = 0; n < 10; n += 1) expect((await guess()).status).toBe(403);
    expectTooMany(await guess(), /this account/);
    expectTooMany(await signIn(username, PASSWORD), /this account/);
  });
});

describe('One address', () => {
  it.each([
    ['/api/auth/login', 100, /^Too many sign-ins from this address/],
    ['/api/auth/register', 60, /^Too many registrations from this address/],
  ] as const)('may call POST %s %i times, and then later', async (path, limit, message) => {
    const here = someoneNew();
    const call = (headers: Record<string, string>) => server.client()('POST', path, {}, headers);
    const answers = await Promise.all(Array.from({ length: limit + 5 }, () => call(here)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(limit);
    for (const answer of answers.filter(({ status }) => status !== 422)) expectTooMany(answer, message);
    expect((await call(someoneNew())).status).toBe(422);
  });

  it('cannot claim to be another where no proxy is trusted', async () => {
    const call = () => direct.client()('POST', '/api/auth/register', {}, someoneNew());
    const answers = await Promise.all(Array.from({ length: 61 }, call));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('is limited on the plain form as on the call', async () => {
    const { cardId } = await signUpWithCard(server);
    const headers = { ...someoneNew(), 'content-type': 'application/x-www-form-urlencoded' };
    const send = () => server.client()('POST', `/card/${cardId}/exchange`, 'fullName=', headers);
    const answers = await Promise.all(Array.from({ length: 121 }, send));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(120);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['nonsense', 'unknown'],
  ])('%s counts as %s', (address, subscriber) => {
    expect(subscriberOf(address)).toBe(subscriber);
  });
});
