import { describe, expect, it } from 'vitest';
import { PASSWORD, signUp } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });

let names = 0;
const register = (address: string, person: Record<string, string>) => {
  names += 1;
  const body = { username: `newcomer${names}`, password: PASSWORD, fullName: 'New Comer', ...person };
  return server.client()('POST', '/api/auth/register', body, { 'x-forwarded-for': address });
};

describe('Registering with an address that has an account', () => {
  it('is answered 409 ten times an hour; from the eleventh, every registration from there is 429', async () => {
    const { username } = await signUp(server);
    const used = { email: `${username.toUpperCase()}@example.com` };
    for (let n = 0; n < 10; n += 1) {
      const { status, body } = await register('203.0.113.7', used);
      expect(status).toBe(409);
      expect(Object.keys(body.fields)).toEqual(['email']);
    }
    expect((await register('203.0.113.7', { email: 'free-1@example.com' })).status).toBe(200);
    const eleventh = await register('203.0.113.7', used);
    expect(eleventh.status).toBe(429);
    expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect((await register('203.0.113.7', { email: 'free-2@example.com' })).status).toBe(429);
    expect((await register('203.0.113.8', { email: 'free-2@example.com' })).status).toBe(200);
  });

  it('names the address even if the username is taken, too', async () => {
    const { username } = await signUp(server);
    const { status, body } = await register('203.0.113.9', { username, email: `${username}@example.com` });
    expect(status).toBe(409);
    expect(Object.keys(body.fields).toSorted()).toEqual(['email', 'username']);
    expect(body.message).toBe('There’s already an account with this email address. Sign in instead.');
  });

  it('counts together with changing an account’s address to one in use', async () => {
    const { username } = await signUp(server);
    const { call } = await signUp(server);
    const from = { 'x-forwarded-for': '203.0.113.10' };
    const change = { email: `${username}@example.com`, currentPassword: PASSWORD };
    for (let n = 0; n < 10; n += 1) {
      expect((await call('PATCH', '/api/account', change, from)).status).toBe(409);
    }
    expect((await call('PATCH', '/api/account', change, from)).status).toBe(429);
    expect((await register('203.0.113.10', { email: 'free-3@example.com' })).status).toBe(429);
  });

  it('lets nobody sort addresses by asking for them in the settings, nor mail to any number of them', {
    tags: ['thorough'],
  }, async () => {
    const { username } = await signUp(server);
    const { call } = await signUp(server);
    const from = { 'x-forwarded-for': '203.0.113.11' };
    const askFor = (email: string, headers: Record<string, string>) =>
      call('PATCH', '/api/account', { email, currentPassword: PASSWORD }, headers);
    for (let n = 0; n < 11; n += 1) await askFor(`${username}@example.com`, from);
    expect((await askFor('free-4@example.com', from)).status).toBe(429);
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) {
      const { status } = await askFor(`free-${n}@example.org`, { 'x-forwarded-for': `198.51.100.${n}` });
      statuses.push(status);
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(12);
    expect(statuses.at(-1)).toBe(429);
  });
});
