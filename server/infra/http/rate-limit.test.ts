import { describe, expect, it } from 'vitest';
import { subscriberOf } from '#server/infra/network.ts';
import { signUpWithCard } from '#test/factories.ts';
import { type Answer, startTestServer } from '#test/server.ts';

const server = startTestServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
const direct = startTestServer({ RATE_LIMITS: 'on' });
let addresses = 0;

/** Headers of a client with its own address, as a proxy forwards them. */
const someoneNew = () => {
  addresses += 1;
  return { 'x-forwarded-for': `10.1.${addresses >> 8}.${addresses & 255}` };
};

function expectTooMany({ status, body, headers }: Answer, message: RegExp): void {
  expect(status).toBe(429);
  expect(body.code).toBe('too_many_requests');
  expect(body.message).toMatch(message);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(3600);
}

describe('One address', () => {
  it.each([
    ['/api/auth/login', 100, /^Too many sign-ins from this address/],
    ['/api/auth/register', 60, /^Too many registrations from this address/],
  ] as const)('may call POST %s %i times, and then has to wait', async (path, limit, message) => {
    const here = someoneNew();
    const call = (headers: Record<string, string>) => server.client()('POST', path, {}, headers);
    const answers = await Promise.all(Array.from({ length: limit + 5 }, () => call(here)));
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(limit);
    for (const answer of answers.filter(({ status }) => status !== 422)) expectTooMany(answer, message);
    expect((await call(someoneNew())).status).toBe(422);
  });

  it('may save 60 exports, although the app sends a HEAD before each', async () => {
    const { call: owner } = await signUpWithCard(server);
    const here = someoneNew();
    const ask = (method: string) => owner(method, '/api/contacts/export', undefined, here);
    const statuses: number[][] = [];
    for (let time = 0; time < 61; time += 1) {
      statuses.push([(await ask('HEAD')).status, (await ask('GET')).status]);
    }
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => [200, 200]));
    expect(statuses[60]).toEqual([429, 429]);
  });

  it('cannot pretend to be another if no proxy is trusted', async () => {
    const call = () => direct.client()('POST', '/api/auth/register', {}, someoneNew());
    const answers = await Promise.all(Array.from({ length: 61 }, call));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('is limited on the plain form as in the API', async () => {
    const { cardId } = await signUpWithCard(server);
    const headers = { ...someoneNew(), 'content-type': 'application/x-www-form-urlencoded' };
    const send = () => server.client()('POST', `/card/${cardId}/exchange`, 'fullName=', headers);
    const answers: Answer[] = [];
    // Each form is a page, which waits less than a second for the database, so they are not all sent at once.
    for (let lot = 0; lot < 11; lot += 1)
      answers.push(...(await Promise.all(Array.from({ length: 11 }, send))));
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
