import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { linkedIdentities, sessions } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { signUp } from '#test/factories.ts';
import { settingsFor, startTestIssuer } from '#test/oidc-issuer.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';

const issuer = startTestIssuer();
const env: Record<string, string> = { OIDC_PROVIDERS: 'acme,away' };
beforeAll(() => {
  // Nothing listens on port 9 of this machine.
  Object.assign(env, settingsFor('acme', issuer.url), settingsFor('away', 'http://127.0.0.1:9'));
});
const server = startTestServer(env);

type Person = Record<string, unknown>;
let people = 0;
/** Somebody at the provider who is not known here yet. */
function somebody(details: Person = {}): Person & { sub: string; email: string } {
  people += 1;
  const email = `someone${people}@example.com`;
  return { sub: `subject-${people}`, email, email_verified: true, name: `Some One${people}`, ...details };
}

const placeOf = ({ headers }: Answer) => headers.get('location') ?? '';
/** The path and query of the address that a provider sends the browser back to. */
const pathOf = ({ pathname, search }: URL) => pathname + search;

async function leave(call: Client, query = ''): Promise<string> {
  const { status, headers } = await call('GET', `/auth/oidc/acme${query}`);
  expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
  return headers.get('location') ?? '';
}

/** Goes to the provider and comes back; returns where the browser lands. */
async function visit(call: Client, person: Person, query = ''): Promise<string> {
  const back = issuer.allow(await leave(call, query), person);
  const answer = await call('GET', pathOf(back));
  expect(answer.status).toBe(303);
  return placeOf(answer);
}

const me = async (call: Client) => (await call('GET', '/api/auth/me')).body;
const problemIn = (place: string) => new URL(place, 'http://localhost').searchParams.get('problem');
const rowsOf = (subject: string) =>
  server.running.app.db.select().from(linkedIdentities).where(eq(linkedIdentities.subject, subject));

describe('Someone who comes from a provider', () => {
  it('gets an account with a trial and no password at first, and the same account again', async () => {
    const call = server.client();
    const person = somebody({ name: 'Ada Lovelace' });
    expect(await visit(call, person)).toBe('/checkout');
    const { user } = await me(call);
    expect(user).toMatchObject({
      username: 'ada-lovelace',
      fullName: 'Ada Lovelace',
      email: person.email,
      subscriptionStatus: 'trial',
      isAdmin: false,
    });
    const days = (Date.parse(user.trialEndsAt) - Date.parse(user.createdAt)) / 86_400_000;
    expect(days).toBe(14);
    const [stored] = await server.running.app.db.select().from(users).where(eq(users.id, user.id));
    expect(stored?.password).toBeNull();
    const again = server.client();
    expect(await visit(again, { ...person, email: 'new@example.com', name: 'Ada King' })).toBe('/dashboard');
    expect((await me(again)).user).toEqual(user);
    const [row] = await rowsOf(person.sub);
    expect(row?.lastUsedAt).not.toBeNull();
  });

  it.each([
    ['Ada Lovelace', 'x@example.com', 'ada-lovelace-2'],
    ['Jean-Luc O’Neill Jr.', 'x2@example.com', 'jean-luc-oneill-jr'],
    ['田中太郎', 'tanaka@example.com', '田中太郎'],
    ['李明', 'li.ming+cards@example.com', 'liming'],
    ['अदिति', 'aditi@example.com', 'aditi'],
    ['Оlga Mixed', 'olga@example.com', 'olga'],
    ['', 'grace.hopper@example.com', 'gracehopper'],
  ])('with the name "%s" gets a username that is free and valid', async (name, email, username) => {
    const call = server.client();
    await visit(call, somebody({ name, email }));
    expect((await me(call)).user.username).toBe(username);
  });

  it.each([
    ['confirmed', true, { email_verified: true }],
    ['not confirmed', false, { email_verified: 'true' }],
    ['not confirmed', false, { email_verified: undefined }],
  ])('has an address that is %s (%s) if the provider says %j', async (_word, isConfirmed, said) => {
    const call = server.client();
    await visit(call, somebody(said));
    expect((await me(call)).user.isEmailConfirmed).toBe(isConfirmed);
  });

  it('may have no address at all', async () => {
    for (const email of [undefined, 'not an address']) {
      const call = server.client();
      expect(await visit(call, somebody({ email }))).toBe('/checkout');
      expect((await me(call)).user).toMatchObject({ email: '', isEmailConfirmed: false });
    }
  });

  it('returns to where they were, but only on this site', async () => {
    const person = somebody();
    await visit(server.client(), person);
    const to = (next: string) => visit(server.client(), person, `?next=${encodeURIComponent(next)}`);
    expect(await to('/contacts?page=2#top')).toBe('/contacts?page=2#top');
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\t/evil.example',
      '/.//evil.example',
      '\\\\evil',
    ]) {
      expect(await to(next)).toBe('/dashboard');
    }
  });

  it('ends the session that the browser had before', async () => {
    const { call, id } = await signUp(server);
    const ofOld = () => server.running.app.db.select().from(sessions).where(eq(sessions.userId, id));
    expect(await ofOld()).toHaveLength(1);
    await visit(call, somebody());
    expect(await ofOld()).toHaveLength(0);
    expect((await me(call)).user.id).not.toBe(id);
  });

  it('gets one account and one session when fifty answers arrive at once', async () => {
    const person = somebody();
    const call = server.client();
    const back = pathOf(issuer.allow(await leave(call), person));
    const places = (await Promise.all(Array.from({ length: 50 }, () => call('GET', back)))).map(placeOf);
    expect(places.filter((place) => place === '/checkout')).toHaveLength(1);
    expect(places.filter((place) => ['used', 'expired'].includes(problemIn(place) ?? ''))).toHaveLength(49);
    const other = somebody();
    const clients = Array.from({ length: 20 }, () => server.client());
    const landed = await Promise.all(clients.map((one) => visit(one, other)));
    expect(landed.sort()).toEqual(['/checkout', ...Array(19).fill('/dashboard')]);
    const ids = await Promise.all(clients.map(async (one) => (await me(one)).user.id));
    expect(new Set(ids).size).toBe(1);
  });
});

describe('A visit to a provider that fails lands on the sign-in page', () => {
  const landsOn = async (place: string, problem: string, isOfAway = false) => {
    const { pathname, searchParams } = new URL(place, 'http://localhost');
    expect([pathname, searchParams.get('problem'), searchParams.get('with')]).toEqual([
      '/auth/login',
      problem,
      isOfAway ? 'away' : 'acme',
    ]);
    expect(place.startsWith('/')).toBe(true);
  };
  /** Comes back with this query instead of a code. */
  async function comeBack(
    call: Client,
    change: (query: URLSearchParams) => void,
    query = '',
  ): Promise<string> {
    const back = issuer.allow(await leave(call, query));
    change(back.searchParams);
    return placeOf(await call('GET', pathOf(back)));
  }

  it.each([
    ['access_denied', 'denied'],
    ['user_cancelled_login', 'denied'],
    ['temporarily_unavailable', 'away'],
    ['invalid_scope', 'refused'],
  ])('when the provider answers %s', async (error, problem) => {
    const call = server.client();
    const place = await comeBack(
      call,
      (query) => {
        query.delete('code');
        query.set('error', error);
      },
      '?next=/contacts',
    );
    await landsOn(place, problem);
    expect(new URL(place, 'http://localhost').searchParams.get('next')).toBe('/contacts');
    expect(await me(call)).toMatchObject({ code: 'signed_out' });
  });

  it('when the answer has another state, belongs to another browser or arrives twice', async () => {
    const call = server.client();
    await landsOn(await comeBack(call, (query) => query.set('state', 'x'.repeat(43))), 'expired');
    await landsOn(await comeBack(call, (query) => query.delete('state')), 'expired');
    const back = pathOf(issuer.allow(await leave(call)));
    await landsOn(placeOf(await server.client()('GET', back)), 'expired');
    const { headers } = await call('GET', '/auth/oidc/acme');
    const asked = headers.get('location') ?? '';
    expect(headers.getSetCookie()[0]).not.toContain(new URL(asked).searchParams.get('state'));
    await landsOn(placeOf(await call('GET', '/auth/oidc/acme/callback')), 'expired');
    // The visit that the browser is on goes on.
    expect(placeOf(await call('GET', pathOf(issuer.allow(asked, somebody()))))).toBe('/checkout');
  });

  it('when an answer that has been used is sent again with its cookie', async () => {
    const call = server.client();
    const left = await call('GET', '/auth/oidc/acme');
    const cookie = left.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = pathOf(issuer.allow(placeOf(left), somebody()));
    expect(placeOf(await call('GET', back))).toBe('/checkout');
    await landsOn(placeOf(await server.client()('GET', back, undefined, { cookie })), 'used');
  });

  it('when the cookie was changed', async () => {
    const left = await server.client()('GET', '/auth/oidc/acme');
    const cookie = left.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const back = pathOf(issuer.allow(placeOf(left)));
    for (const changed of [`${cookie}x`, cookie.replace(/\..*/, ''), `${cookie.split('=')[0]}=e30.e30`]) {
      await landsOn(placeOf(await server.client()('GET', back, undefined, { cookie: changed })), 'expired');
    }
  });

  it.each([
    ['another nonce', 'refused', { claims: { nonce: 'x' } }],
    ['a foreign signature', 'refused', { hasForeignKey: true }],
    ['garbage', 'refused', { answers: { '/token': { body: '{' } } }],
    ['a failure', 'away', { answers: { '/token': { status: 500, body: 'oops' } } }],
    ['a failure of its user data', 'away', { answers: { '/userinfo': { status: 502, body: '' } } }],
    ['user data of somebody else', 'refused', { userinfo: { sub: 'x' } }],
  ])('when the provider answers with %s, and nothing is created', async (_what, problem, behavior) => {
    const call = server.client();
    const { sub } = somebody();
    const address = await leave(call);
    Object.assign(issuer.behavior, behavior);
    await landsOn(placeOf(await call('GET', pathOf(issuer.allow(address, { sub })))), problem);
    expect(await rowsOf(sub)).toEqual([]);
    expect(await me(call)).toMatchObject({ code: 'signed_out' });
  });

  it('when the provider is away, which stops no start', async () => {
    const { headers } = await server.client()('GET', '/auth/oidc/away?next=/create');
    await landsOn(headers.get('location') ?? '', 'away', true);
    expect(headers.getSetCookie().join()).not.toContain('goldleaf_provider');
  });

  it('with a sentence there even for someone who is signed in', async () => {
    const { call } = await signUp(server);
    const shell = await call('GET', '/auth/login?problem=denied&with=acme');
    expect(shell.headers.get('location')).toBeNull();
  });
});

it('answers 404 for a provider that is not configured', async () => {
  for (const path of ['/auth/oidc/google', '/auth/oidc/__proto__', '/auth/oidc/google/callback'])
    expect((await server.client()('GET', path)).status).toBe(404);
});

it('keeps the visit in a cookie that scripts cannot read and that ends soon', async () => {
  const { headers } = await server.client()('GET', '/auth/oidc/acme');
  expect(headers.getSetCookie()[0]).toMatch(
    /^goldleaf_provider=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

it('lists the providers for the buttons', async () => {
  const { body } = await server.client()('GET', '/api/auth/providers');
  expect(body).toEqual([
    { name: 'acme', label: 'Acme' },
    { name: 'away', label: 'Away' },
  ]);
});

describe('An answer that a provider posts as a form', () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const foreign = { ...type, origin: 'https://appleid.apple.com', 'sec-fetch-site': 'cross-site' };
  const post = (body: string, headers = foreign) =>
    server.client()('POST', '/auth/oidc/acme/callback', body, headers);

  it('is only carried on to the same address, where the browser has its cookies', async () => {
    const call = server.client();
    const person = somebody({ name: undefined, email: 'posted@example.com' });
    const back = issuer.allow(await leave(call), person);
    const user = JSON.stringify({ name: { firstName: 'Grace', lastName: 'Hopper' }, email: 'x@example.com' });
    const form = new URLSearchParams({ ...Object.fromEntries(back.searchParams), user, extra: 'no' });
    const carried = await post(form.toString());
    expect(carried.status).toBe(303);
    expect(carried.headers.getSetCookie()).toEqual([]);
    expect(placeOf(carried)).toMatch(
      /^\/auth\/oidc\/acme\/callback\?code=[\w-]+&state=[\w-]{43}&name=Grace\+Hopper$/,
    );
    expect(placeOf(await call('GET', placeOf(carried)))).toBe('/checkout');
    expect((await me(call)).user).toMatchObject({ fullName: 'Grace Hopper', email: 'posted@example.com' });
  });

  it('signs nobody in by itself, whatever it says', async () => {
    const call = server.client();
    const carried = await post(new URLSearchParams({ code: 'x', state: 'x', user: '{"name":' }).toString());
    expect(problemIn(placeOf(await call('GET', placeOf(carried))))).toBe('expired');
    expect((await post('x'.repeat(9_000))).status).toBe(413);
    expect((await post('')).headers.get('location')).toBe('/auth/oidc/acme/callback?');
    expect((await post('{}', { ...foreign, 'content-type': 'text/plain' })).status).toBe(415);
  });
});
