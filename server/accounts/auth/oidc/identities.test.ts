import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { beforeAll, describe, expect, it } from 'vitest';
import { linkedIdentities, sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { claimPath } from '#shared/teams/claim-path.ts';
import { type OwnId, PASSWORD, signUp } from '#test/factories.ts';
import { settingsFor, startTestIssuer } from '#test/oidc-issuer.ts';
import { raceWithReset } from '#test/race-with-reset.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';

const issuer = startTestIssuer();
const env: Record<string, string> = { OIDC_PROVIDERS: 'acme,other' };
beforeAll(() => {
  Object.assign(env, settingsFor('acme', issuer.url), settingsFor('other', issuer.url));
});
const server = startTestServer(env);

type Person = Record<string, unknown> & { sub: string };
let people = 0;
const somebody = (details = {}): Person & { email: string } => {
  people += 1;
  return {
    sub: `s-${people}`,
    email: `s${people}@example.com`,
    email_verified: true,
    name: 'Some One',
    ...details,
  };
};

const placeOf = ({ headers }: Answer) => headers.get('location') ?? '';
const pathOf = ({ pathname, search }: URL) => pathname + search;

async function visit(call: Client, person: Person, address = '/auth/oidc/acme'): Promise<string> {
  const back = issuer.allow(placeOf(await call('GET', address)), person);
  return placeOf(await call('GET', pathOf(back)));
}

const nameOf = async (id: OwnId) =>
  (await server.running.app.db.select().from(users).where(eq(users.id, id)))[0]?.username;
const me = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;
const linked = async (call: Client) => (await call('GET', '/api/auth/identities')).body;
const link = (call: Client, body: object = { currentPassword: PASSWORD }) =>
  call('POST', '/api/auth/identities', { provider: 'acme', next: '/dashboard?tab=settings', ...body });
const confirm = (call: Client) => call('POST', '/api/account/confirm', { password: PASSWORD });

it('takes somebody new back to the invite they came from instead of the checkout, and to no other screen', async () => {
  const claim = claimPath('team', 'x'.repeat(43));
  const land = (next: string) =>
    visit(server.client(), somebody(), `/auth/oidc/acme?next=${encodeURIComponent(next)}`);
  expect(await land(claim)).toBe(claim);
  for (const next of ['/contacts', `${claim}/../../../contacts`, `//evil.example${claim}`]) {
    expect(await land(next)).toBe('/checkout');
  }
});

describe('Linking a provider in the settings', () => {
  it('takes the password, and then signs in to this account', async () => {
    const { call, id } = await signUp(server);
    const person = somebody();
    expect(await linked(call)).toMatchObject({ identities: [], waiting: null });
    const refused = await link(call, {});
    expect([refused.status, refused.body.code]).toEqual([403, 'identity_required']);
    expect((await link(call, { currentPassword: 'wrong horse' })).status).toBe(403);
    const { status, body } = await link(call);
    expect(status).toBe(200);
    expect(await visit(call, person, body.url)).toBe('/dashboard?tab=settings');
    expect((await me(call)).id).toBe(id);
    const identity = { provider: 'acme', label: 'Acme', email: person.email, lastUsedAt: null };
    expect((await linked(call)).identities).toMatchObject([identity]);
    const elsewhere = server.client();
    expect(await visit(elsewhere, person)).toBe('/dashboard');
    expect((await me(elsewhere)).id).toBe(id);
  });

  it('does nothing without the ticket, with that of somebody else, or from another site', async () => {
    const { call } = await signUp(server);
    const other = await signUp(server);
    const { url } = (await link(other.call)).body;
    const person = somebody();
    for (const address of ['/auth/oidc/acme', url, url.replace('acme', 'other'), `${url.slice(0, -30)}x`]) {
      const place = placeOf(await call('GET', address));
      issuer.allow(place, person);
      expect((await linked(call)).identities).toEqual([]);
    }
    const mine = (await link(call)).body.url;
    const foreign = await call('GET', mine, undefined, { 'sec-fetch-site': 'cross-site' });
    await call('GET', pathOf(issuer.allow(placeOf(foreign), person)));
    expect((await me(call)).email).toBe(person.email);
  });

  it('is not done by a session that a reset ends at the same moment', async () => {
    const { call, id } = await signUp(server);
    const begun = placeOf(await call('GET', (await link(call)).body.url));
    const back = pathOf(issuer.allow(begun, somebody()));
    const { db } = server.running.app;
    const answer = await raceWithReset(db, id, () => call('GET', back));
    expect(placeOf(answer)).toContain('/auth/login');
    expect(await db.$count(linkedIdentities, eq(linkedIdentities.userId, id))).toBe(0);
  });

  it('refuses someone who signs in to another account, and says so where it began', async () => {
    const first = await signUp(server);
    const person = somebody();
    await visit(first.call, person, (await link(first.call)).body.url);
    const { call } = await signUp(server);
    const place = await visit(call, person, (await link(call)).body.url);
    expect(place).toBe('/dashboard?tab=settings&problem=elsewhere&with=acme');
    expect((await linked(call)).identities).toEqual([]);
    expect(await visit(first.call, person, (await link(first.call)).body.url)).toBe(
      '/dashboard?tab=settings',
    );
    expect((await linked(first.call)).identities).toHaveLength(1);
  });

  it('answers 404 for a provider there is not', async () => {
    const { call } = await signUp(server);
    expect((await link(call, { provider: 'google', currentPassword: PASSWORD })).status).toBe(404);
  });

  it('lands on the sign-in page if its session ended on the way', async () => {
    const { call } = await signUp(server);
    const back = issuer.allow(placeOf(await call('GET', (await link(call)).body.url)), somebody());
    await call('POST', '/api/auth/logout');
    expect(placeOf(await call('GET', pathOf(back)))).toMatch(/^\/auth\/login\?problem=expired/);
  });
});

describe('Someone whose address belongs to an account', () => {
  async function arrive(details = {}) {
    const owner = await signUp(server);
    const call = server.client();
    const { email } = await me(owner.call);
    const person = somebody({ email: email.toUpperCase(), ...details });
    const place = await visit(call, person, '/auth/oidc/acme?next=/contacts');
    return { owner, call, person, place };
  }

  it.each([[true], [false], [undefined]])(
    'is not signed in, nor linked (email_verified: %s)',
    async (email_verified) => {
      const { owner, call, place } = await arrive({ email_verified });
      const { pathname, searchParams } = new URL(place, 'http://localhost');
      expect([pathname, searchParams.get('problem')]).toEqual(['/auth/login', 'taken']);
      expect(searchParams.get('next')).toBe('/auth/link?next=%2Fcontacts');
      expect((await call('GET', '/api/auth/me')).status).toBe(401);
      expect((await linked(owner.call)).identities).toEqual([]);
    },
  );

  it('is linked in this browser after signing in with the password and saying so', async () => {
    const { owner, call, person } = await arrive();
    expect((await call('POST', '/api/auth/identities/waiting', {})).status).toBe(401);
    await call('POST', '/api/auth/login', { email: owner.username, password: PASSWORD });
    expect((await linked(call)).waiting).toMatchObject({ provider: 'acme', label: 'Acme' });
    expect((await linked(call)).identities).toEqual([]);
    expect((await call('POST', '/api/auth/identities/waiting', {})).body.code).toBe('identity_required');
    const { status, body } = await call('POST', '/api/auth/identities/waiting', {
      currentPassword: PASSWORD,
    });
    expect(status).toBe(200);
    expect([body.identities.length, body.waiting]).toEqual([1, null]);
    const again = server.client();
    expect(await visit(again, person)).toBe('/dashboard');
    expect((await me(again)).id).toBe(owner.id);
    expect(
      (await owner.call('POST', '/api/auth/identities/waiting', { currentPassword: PASSWORD })).status,
    ).toBe(409);
  });

  it('is told if they were linked to another account meanwhile', async () => {
    const { owner, call, person } = await arrive();
    const other = await signUp(server);
    await visit(other.call, person, (await link(other.call)).body.url);
    await call('POST', '/api/auth/login', { email: owner.username, password: PASSWORD });
    const { status, body } = await call('POST', '/api/auth/identities/waiting', {
      currentPassword: PASSWORD,
    });
    expect([status, body.message]).toEqual([
      409,
      'This Acme sign-in belongs to another account. Remove it there first, or use another one.',
    ]);
  });
});

describe('Removing a linked sign-in', () => {
  it('asks who it is, and leaves the password', async () => {
    const { call } = await signUp(server);
    const person = somebody();
    await visit(call, person, (await link(call)).body.url);
    const [{ id }] = (await linked(call)).identities;
    const remove = (by: Client, one = id) => by('DELETE', `/api/auth/identities/${one}`);
    expect((await remove(call)).body.code).toBe('identity_required');
    const stranger = await signUp(server);
    await confirm(stranger.call);
    expect((await remove(stranger.call)).status).toBe(404);
    await confirm(call);
    expect((await remove(call)).body.identities).toEqual([]);
    expect((await remove(call)).status).toBe(404);
    expect(await visit(server.client(), { ...person, email: 'free@example.com' })).toBe('/checkout');
  });

  it('never takes the last way in, also when two are removed at once', async () => {
    const call = server.client();
    const now = () => Math.floor(Date.now() / 1000);
    await visit(call, somebody({ auth_time: now() }));
    const [{ id }] = (await linked(call)).identities;
    const alone = await call('DELETE', `/api/auth/identities/${id}`);
    expect([alone.status, alone.body.message]).toEqual([
      409,
      'This is the only way into your account. Set a password or add a passkey first.',
    ]);
    await visit(call, somebody(), (await link(call, {})).body.url);
    const both = (await linked(call)).identities.map((one: { id: string }) => one.id);
    const removed = await Promise.all(
      both.map((one: string) => call('DELETE', `/api/auth/identities/${one}`)),
    );
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await linked(call)).identities).toHaveLength(1);
  });
});

describe('A sign-in at the provider', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const isConfirmed = async (call: Client) => (await call('POST', '/api/account/confirm', {})).status === 200;

  it.each([
    ['a minute ago', -60, true],
    ['six minutes ago', -360, false],
    ['in an hour', 3600, false],
    ['at a time it does not say', null, false],
  ])('counts as a proof of identity if it was %s: %s', async (_when, seconds, counts) => {
    const call = server.client();
    await visit(call, somebody(seconds === null ? {} : { auth_time: now() + seconds }));
    expect(await isConfirmed(call)).toBe(counts);
  });

  it('confirms the user of a session, who comes back to where they were', async () => {
    const call = server.client();
    const person = somebody();
    await visit(call, person);
    const go = (details = {}) =>
      visit(call, { ...person, ...details }, '/auth/oidc/acme?confirm=1&next=/dashboard%3Ftab%3Dsettings');
    expect(await go()).toBe('/dashboard?tab=settings&problem=stale&with=acme');
    expect(await go({ auth_time: now() - 900 })).toContain('problem=stale');
    expect(await go({ auth_time: now(), sub: 'somebody-else' })).toContain('problem=other');
    expect(await isConfirmed(call)).toBe(false);
    const before = await server.running.app.db.select().from(sessions);
    expect(await go({ auth_time: now() })).toBe('/dashboard?tab=settings');
    expect(await isConfirmed(call)).toBe(true);
    expect(await server.running.app.db.select().from(sessions)).toHaveLength(before.length);
  });

  it('does not confirm the user when another site sends the browser there', async () => {
    const call = server.client();
    const person = somebody();
    await visit(call, person);
    const left = await call('GET', '/auth/oidc/acme?confirm=1', undefined, {
      'sec-fetch-site': 'cross-site',
    });
    expect(new URL(placeOf(left)).searchParams.has('max_age')).toBe(false);
  });

  it('leaves the codes of two steps in force', async () => {
    const call = server.client();
    const person = somebody({ auth_time: now() });
    await visit(call, person);
    const { secret } = (await call('POST', '/api/account/two-step')).body;
    const codeOf = (steps: number) =>
      new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
    expect((await call('POST', '/api/account/two-step/confirm', { code: codeOf(0) })).status).toBe(200);
    const again = server.client();
    const place = await visit(again, person, '/auth/oidc/acme?next=/contacts');
    expect(place).toBe('/auth/login?step=code&next=%2Fcontacts');
    expect((await again('GET', '/api/auth/me')).status).toBe(401);
    expect((await again('POST', '/api/auth/two-step', { code: codeOf(1) })).status).toBe(200);
    expect((await me(again)).id).toBe((await me(call)).id);
  });

  it('lets the owner of a suspended account export and delete it, and do nothing else', async () => {
    const call = server.client();
    const person = somebody({ auth_time: now() });
    await visit(call, person);
    const { id } = await me(call);
    await server.running.app.db.update(users).set({ suspendedAt: new Date() }).where(eq(users.id, id));
    const again = server.client();
    expect(await visit(again, person)).toBe('/auth/suspended');
    const refused = await again('GET', '/api/auth/me');
    expect([refused.status, refused.body.code]).toEqual([403, 'suspended']);
    // By which they could prove who they are later on.
    expect((await again('GET', '/api/auth/identities')).status).toBe(200);
    expect((await again('GET', '/api/account/export')).status).toBe(200);
    expect((await again('DELETE', '/api/account', { username: await nameOf(id) })).status).toBe(200);
  });
});
