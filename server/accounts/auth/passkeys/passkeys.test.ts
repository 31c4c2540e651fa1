import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { passkeys, usedChallenges } from '#server/db/schema/accounts.ts';
import { users } from '#server/db/schema/users.ts';
import { type Authenticator, createAuthenticator } from '#test/authenticator.ts';
import { confirmIdentity, PASSWORD, signUp } from '#test/factories.ts';
import { raceWithReset } from '#test/race-with-reset.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { shareTestServer } from '#test/shared-server.ts';

const ORIGIN = 'https://cards.example.com';
const clock = { now: new Date() };
const server = startTestServer({ PUBLIC_URL: ORIGIN }, () => clock.now);
const local = shareTestServer();
const pass = (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000);
};

async function addPasskey(call: Client, authenticator = createAuthenticator(), name?: string) {
  await confirmIdentity(call);
  const { body: options } = await call('POST', '/api/account/passkeys/options');
  const made = { ...authenticator.create(options, ORIGIN), name };
  const answer = await call('POST', '/api/account/passkeys', made);
  return { authenticator, options, made, answer };
}

async function signUpWithPasskey() {
  const person = await signUp(server);
  const { authenticator, answer } = await addPasskey(person.call);
  expect(answer.status).toBe(200);
  return { ...person, authenticator, passkeyId: answer.body.id as string };
}
const challengeFor = async (call: Client) => (await call('GET', '/api/auth/passkey/options')).body;
const isSignedIn = async (call: Client) => (await call('GET', '/api/auth/me')).status === 200;
const listOf = async (call: Client) => (await call('GET', '/api/account/security')).body.passkeys;

describe('A passkey', () => {
  it('is added by someone who proves who they are, under a name, and is listed', async () => {
    const { call } = await signUp(server);
    expect((await call('POST', '/api/account/passkeys/options')).body.code).toBe('identity_required');
    const { options, answer } = await addPasskey(call, undefined, 'My phone');
    expect(options).toMatchObject({
      rp: { id: 'cards.example.com', name: 'Goldleaf' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(answer).toMatchObject({ status: 200, body: { name: 'My phone', lastUsedAt: null } });
    expect((await addPasskey(call)).answer.body.name).toMatch(/\w/);
    expect((await listOf(call)).map(({ name }: { name: string }) => name)).toContain('My phone');
  });

  it('is not added by a session that a reset ends at the same moment, nor with data that no browser sends', async () => {
    const { call, id } = await signUp(server);
    await confirmIdentity(call);
    const { body: options } = await call('POST', '/api/account/passkeys/options');
    const made = createAuthenticator().create(options, ORIGIN);
    const odd = JSON.parse(JSON.stringify(made).replace('"internal"', String.raw`"\u0000"`));
    expect((await call('POST', '/api/account/passkeys', odd)).status).toBe(422);
    const { db } = server.running.app;
    const answer = await raceWithReset(db, id, () => call('POST', '/api/account/passkeys', made));
    expect(answer.status).toBe(401);
    expect(await db.$count(passkeys, eq(passkeys.userId, id))).toBe(0);
  });

  it('stores nothing that tells whose it is', async () => {
    const { call, username, id } = await signUp(server);
    const { options } = await addPasskey(call);
    const handle = Buffer.from(options.user.id, 'base64url');
    expect(handle).toHaveLength(32);
    for (const telling of [username, id]) expect(handle.toString('latin1')).not.toContain(telling);
    const again = await call('POST', '/api/account/passkeys/options');
    expect(again.body.user.id).toBe(options.user.id);
    expect(again.body.excludeCredentials).toHaveLength(1);
  });

  it('signs in without a name, a password or a code, and notes when it was used', async () => {
    const { call, username, authenticator } = await signUpWithPasskey();
    const browser = server.client();
    const options = await challengeFor(browser);
    expect(options.allowCredentials ?? []).toEqual([]);
    const signedIn = await browser('POST', '/api/auth/passkey', authenticator.get(options, ORIGIN));
    expect(signedIn).toMatchObject({ status: 200, body: { user: { username } } });
    expect(await isSignedIn(browser)).toBe(true);
    expect((await listOf(call))[0].lastUsedAt).toBe(clock.now.toISOString());
  });

  it('is renamed and removed by its owner, and then signs in no more', async () => {
    const { call, authenticator, passkeyId } = await signUpWithPasskey();
    const path = `/api/account/passkeys/${passkeyId}`;
    expect((await call('PATCH', path, { name: '' })).status).toBe(422);
    expect((await call('PATCH', path, { name: 'Laptop' })).body.name).toBe('Laptop');
    pass(6);
    expect((await call('DELETE', path)).body.code).toBe('identity_required');
    await confirmIdentity(call);
    expect((await call('DELETE', path)).status).toBe(200);
    expect(await listOf(call)).toEqual([]);
    const browser = server.client();
    const answer = authenticator.get(await challengeFor(browser), ORIGIN);
    expect((await browser('POST', '/api/auth/passkey', answer)).status).toBe(401);
  });

  it('stays if nothing else signs in to the account, even when two are removed at once', async () => {
    const { call, id, passkeyId } = await signUpWithPasskey();
    const { answer } = await addPasskey(call);
    await confirmIdentity(call);
    await server.running.app.db.update(users).set({ password: null }).where(eq(users.id, id));
    const paths = [passkeyId, answer.body.id].map((one) => `/api/account/passkeys/${one}`);
    const removed = await Promise.all(paths.map((path) => call('DELETE', path)));
    expect(removed.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await listOf(call)).toHaveLength(1);
  });

  it('belongs to the host in the address bar where no public address is set', async () => {
    const { call } = await signUp(local);
    await confirmIdentity(call);
    const { body } = await call('POST', '/api/account/passkeys/options');
    expect(body.rp.id).toBe(new URL(local.url).hostname);
    const made = createAuthenticator().create(body, local.url);
    expect((await call('POST', '/api/account/passkeys', made)).status).toBe(200);
  });
});

describe('The answer of a passkey', () => {
  it('is taken once, also when fifty arrive together', { tags: ['thorough'] }, async () => {
    const { authenticator } = await signUpWithPasskey();
    const browser = server.client();
    const answer = authenticator.get(await challengeFor(browser), ORIGIN);
    const tries = Array.from({ length: 50 }, () => browser('POST', '/api/auth/passkey', answer));
    const statuses = (await Promise.all(tries)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(49).fill(401)]);
  });

  it('is refused in another browser, after an hour, and for another purpose', async () => {
    const { call, authenticator } = await signUpWithPasskey();
    const browser = server.client();
    const options = await challengeFor(browser);
    const thief = server.client();
    await challengeFor(thief);
    const stolen = authenticator.get(options, ORIGIN);
    expect((await thief('POST', '/api/auth/passkey', stolen)).status).toBe(401);
    expect((await server.client()('POST', '/api/auth/passkey', stolen)).status).toBe(401);
    pass(60);
    expect((await browser('POST', '/api/auth/passkey', stolen)).status).toBe(401);
    const forSignIn = authenticator.get(await challengeFor(call), ORIGIN);
    expect((await call('POST', '/api/account/confirm', { passkey: forSignIn })).status).toBe(403);
    await confirmIdentity(call);
    expect((await call('POST', '/api/account/passkeys', authenticator.create(options, ORIGIN))).status).toBe(
      422,
    );
  });

  it.each([
    ['from another website', { origin: 'https://cards.example.com.evil.example' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['without unlocking the device', { isUnlocked: false }],
    ['that names no account', { userHandle: undefined }],
    ['that names another account', { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['with a counter that was seen before', { counter: 1 }],
  ])(
    'is refused %s',
    async (_what, {
      origin = ORIGIN,
      ...flaws
    }: Parameters<Authenticator['get']>[2] & { origin?: string }) => {
      const { authenticator } = await signUpWithPasskey();
      const browser = server.client();
      const first = authenticator.get(await challengeFor(browser), ORIGIN);
      expect((await browser('POST', '/api/auth/passkey', first)).status).toBe(200);
      await browser('POST', '/api/auth/logout');
      const flawed = authenticator.get(await challengeFor(browser), origin, flaws);
      const refused = await browser('POST', '/api/auth/passkey', flawed);
      expect(refused).toMatchObject({ status: 401, body: { code: 'signed_out' } });
      expect(await isSignedIn(browser)).toBe(false);
    },
  );

  it('is refused of a stranger’s key under a known id', async () => {
    const { authenticator } = await signUpWithPasskey();
    const browser = server.client();
    const forged = createAuthenticator().get(await challengeFor(browser), ORIGIN, {
      userHandle: (authenticator.get({ challenge: '' }, ORIGIN) as { response: { userHandle: string } })
        .response.userHandle,
    });
    const answer = { ...forged, id: authenticator.id, rawId: authenticator.id };
    expect((await browser('POST', '/api/auth/passkey', answer)).status).toBe(401);
  });

  it('is not stored before it comes: strangers may ask for any number of challenges', async () => {
    const before = await server.running.app.db.$count(usedChallenges);
    for (let times = 0; times < 20; times += 1) await challengeFor(server.client());
    expect(await server.running.app.db.$count(usedChallenges)).toBe(before);
  });
});

describe('Confirming who you are with a passkey', () => {
  const challengeOf = async (call: Client) => (await call('POST', '/api/account/confirm/options')).body;

  it('works with your own', async () => {
    const { call, authenticator } = await signUpWithPasskey();
    pass(6);
    expect((await call('GET', '/api/account/export')).status).toBe(403);
    const options = await challengeOf(call);
    expect(options.allowCredentials).toMatchObject([{ id: authenticator.id }]);
    const answer = authenticator.get(options, ORIGIN, { userHandle: undefined });
    expect((await call('POST', '/api/account/confirm', { passkey: answer })).status).toBe(200);
    expect((await call('GET', '/api/account/export')).status).toBe(200);
  });

  it('does not work with someone else’s', async () => {
    const [me, other] = [await signUpWithPasskey(), await signUpWithPasskey()];
    pass(6);
    const answer = other.authenticator.get(await challengeOf(me.call), ORIGIN);
    const refused = await me.call('POST', '/api/account/confirm', { passkey: answer });
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect((await me.call('GET', '/api/account/export')).status).toBe(403);
    const wrong = { email: me.username, password: PASSWORD };
    expect((await server.client()('POST', '/api/auth/login', wrong)).status).toBe(200);
  });
});
