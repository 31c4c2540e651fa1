import { beforeAll, describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { settingsFor, startTestIssuer } from '#test/oidc-issuer.ts';
import { startTestServer } from '#test/server.ts';

const issuer = startTestIssuer();
const env: Record<string, string> = { OIDC_PROVIDERS: 'acme', RATE_LIMITS: 'on', TRUST_PROXY: 'on' };
beforeAll(() => void Object.assign(env, settingsFor('acme', issuer.url)));
const server = startTestServer(env);

let people = 0;
/** Comes back from the provider for the first time; returns the problem that the page names, or the page. */
async function arrive(from: string, email?: string, isVerified = false): Promise<string | null> {
  people += 1;
  const call = server.client();
  const headers = { 'x-forwarded-for': from };
  const place = (await call('GET', '/auth/oidc/acme', undefined, headers)).headers.get('location') ?? '';
  const person = {
    sub: `newcomer-${people}`,
    name: 'New Comer',
    email: email ?? `newcomer${people}@example.com`,
    email_verified: isVerified,
  };
  const { pathname, search } = issuer.allow(place, person);
  const back = await call('GET', pathname + search, undefined, headers);
  const landed = new URL(back.headers.get('location') ?? '', 'http://localhost');
  return landed.searchParams.get('problem') ?? landed.pathname;
}

describe('Somebody new who comes from a provider', () => {
  it('counts as a registration from their network address', { tags: ['thorough'] }, async () => {
    const from = '203.0.113.20';
    for (let n = 0; n < 59; n += 1) await server.running.app.limits.take('register', from);
    expect(await arrive(from)).toBe('/checkout');
    expect(await arrive(from)).toBe('too_many');
    expect(await arrive('203.0.113.21')).toBe('/checkout');
  });

  it('is told that an address has an account as often as whoever registers here', async () => {
    const from = '203.0.113.22';
    const { username } = await signUp(server);
    for (let n = 0; n < 9; n += 1) await server.running.app.limits.take('addressInUse', from);
    const used = `${username}@example.com`;
    expect(await arrive(from, used)).toBe('taken');
    expect(await arrive(from, used)).toBe('too_many');
    expect(await arrive('203.0.113.23', used)).toBe('taken');
  });

  it('is told so of an address that is theirs as often as they come', async () => {
    const { username } = await signUp(server);
    for (let n = 0; n < 12; n += 1)
      expect(await arrive('203.0.113.24', `${username}@example.com`, true)).toBe('taken');
  });
});
