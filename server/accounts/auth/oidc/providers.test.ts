import { generateKeyPairSync, verify } from 'node:crypto';
import { expect, it } from 'vitest';
import { oidc as settings } from '#server/config/oidc-settings.ts';
import { settingsFor, startTestIssuer } from '#test/oidc-issuer.ts';
import { createOidcProviders } from './providers.ts';

const issuer = startTestIssuer();
const checks = { state: 's'.repeat(43), nonce: 'n'.repeat(43), verifier: 'v'.repeat(43) };
const redirectUri = 'http://localhost:3000/auth/oidc/acme/callback';

function connect(name = 'acme', env = settingsFor(name, issuer.url), now = () => new Date()) {
  const oidc = createOidcProviders(settings.read({ OIDC_PROVIDERS: name, ...env }), now);
  const provider = oidc.find(name);
  if (!provider) throw new Error('The provider is not configured.');
  const made = { ...checks, redirectUri };
  const start = (isConfirming = false) => oidc.addressFor(provider, made, isConfirming);
  return {
    start,
    async signIn(person?: Record<string, unknown>) {
      const back = issuer.allow((await start()).href, person);
      return oidc.identify(provider, made, back.searchParams);
    },
  };
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );

it('asks the provider with PKCE, state and nonce, and for a recent sign-in only to confirm someone', async () => {
  const { start } = connect();
  const asked = (await start()).searchParams;
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge_method: 'S256',
    redirect_uri: redirectUri,
  });
  expect(asked.get('code_challenge')).toMatch(/^[\w-]{43}$/);
  expect(asked.has('max_age')).toBe(false);
  expect((await start(true)).searchParams.get('max_age')).toBe('300');
});

it('identifies someone by issuer and subject, and reads the profile where the provider keeps it', async () => {
  const inToken = { email: 'ada@example.com', email_verified: true, name: 'Ada Lovelace' };
  const known = await connect().signIn({ sub: 'a-1', ...inToken, auth_time: 1_700_000_000 });
  expect(known).toMatchObject({
    issuer: issuer.url,
    subject: 'a-1',
    signedInAt: new Date(1_700_000_000_000),
  });
  const profile = { email: 'ada@example.com', isEmailConfirmed: true, fullName: 'Ada Lovelace' };
  expect(await known.readProfile()).toEqual(profile);
  expect(issuer.requests).not.toContain('GET /userinfo');
  issuer.behavior.userinfo = inToken;
  const other = await connect().signIn({ sub: 'a-2' });
  expect(other.signedInAt).toBeNull();
  expect(await other.readProfile()).toEqual(profile);
});

it('asks for the configuration once for all who wait, and not again for an hour', async () => {
  let now = new Date('2026-11-22T10:00:00Z');
  const { start } = connect('acme', undefined, () => now);
  await Promise.all([start(), start(), start()]);
  await start();
  const asked = () => issuer.requests.filter((request) => request.includes('well-known')).length;
  expect(asked()).toBe(1);
  now = new Date('2026-11-22T11:00:01Z');
  await start();
  expect(asked()).toBe(2);
  now = new Date('2026-11-22T13:00:00Z');
  issuer.behavior.answers['/.well-known/openid-configuration'] = { status: 503, body: '' };
  expect((await start()).origin).toBe(issuer.url);
});

it('sends the secret in the way the provider takes, even if it names both', async () => {
  for (const methods of [
    ['client_secret_basic'],
    ['client_secret_post'],
    ['client_secret_basic', 'client_secret_post'],
  ]) {
    issuer.behavior.authMethods = methods;
    const { signIn } = connect();
    await signIn();
    await Promise.all([signIn(), signIn()]);
  }
  expect(issuer.forms.filter((form) => form.has('client_secret')).length).toBeGreaterThan(4);
});

it('proves itself to Apple with a token signed by its key, and asks for a form', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const env = {
    OIDC_APPLE_ISSUER: issuer.url,
    OIDC_APPLE_CLIENT_ID: 'goldleaf',
    OIDC_APPLE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    OIDC_APPLE_KEY_ID: 'ABC123DEFG',
    OIDC_APPLE_TEAM_ID: 'DEF123GHIJ',
  };
  issuer.behavior.authMethods = ['client_secret_post'];
  const apple = connect('apple', env);
  expect((await apple.start()).searchParams.get('response_mode')).toBe('form_post');
  const person = await apple.signIn({
    sub: 'x',
    email: 'a@example.com',
    email_verified: 'true',
    name: 'Ada L',
  });
  expect(await person.readProfile()).toMatchObject({ isEmailConfirmed: true });
  const [head = '', claims = '', signature = ''] = issuer.forms[0]?.get('client_secret')?.split('.') ?? [];
  const read = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString());
  expect(read(head)).toEqual({ alg: 'ES256', kid: 'ABC123DEFG' });
  const { iat, exp, ...others } = read(claims);
  expect(others).toEqual({ iss: 'DEF123GHIJ', aud: issuer.url, sub: 'goldleaf' });
  expect(exp - iat).toBe(300);
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(
    true,
  );
});

it('knows people of Microsoft by the tenant of their token', async () => {
  issuer.behavior.configuration = { issuer: `${issuer.url}/{tenantid}/v2.0` };
  const { signIn } = connect('microsoft', settingsFor('microsoft', `${issuer.url}/common/v2.0`));
  const tenant = (tid: string, of = tid) => ({ sub: 'same', tid, iss: `${issuer.url}/${of}/v2.0` });
  expect((await signIn(tenant('t-1'))).issuer).toBe(`${issuer.url}/t-1/v2.0`);
  expect((await signIn(tenant('t-2'))).issuer).toBe(`${issuer.url}/t-2/v2.0`);
  expect(await failure(signIn(tenant('t-1', 't-2')))).toBeInstanceOf(Error);
});

it('counts an address as confirmed only with a true email_verified', { tags: ['thorough'] }, async () => {
  const said = async (name: string, email_verified?: unknown) => {
    const person = { sub: 'x', email: 'ada@example.com', name: 'Ada', email_verified };
    return (await (await connect(name).signIn(person)).readProfile()).isEmailConfirmed;
  };
  expect(await said('acme', true)).toBe(true);
  for (const word of ['true', 1, 'yes', false, null, undefined]) expect(await said('acme', word)).toBe(false);
  expect(await said('microsoft')).toBe(false);
  expect(await said('linkedin', 'true')).toBe(true);
  issuer.behavior.userinfo = { email_verified: true };
  expect(await said('acme')).toBe(false);
});

it.each([
  ['another nonce', { claims: { nonce: 'x'.repeat(43) } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['another audience', { claims: { aud: 'somebody' } }],
  ['another issuer', { claims: { iss: 'https://accounts.google.com' } }],
  ['an expired token', { claims: { exp: 1_700_000_000 } }],
  ['a subject with NUL', { claims: { sub: 'a\0b' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['a foreign signature', { hasForeignKey: true }],
  ['garbage', { answers: { '/token': { body: '<html>' } } }],
  ['no token', { answers: { '/token': { body: '{"access_token":"x","token_type":"Bearer"}' } } }],
  ['too much', { answers: { '/token': { body: `{"a":"${'x'.repeat(600_000)}"}` } } }],
  ['a failure', { answers: { '/token': { status: 500, body: 'oops' } } }],
])('refuses an answer with %s', async (_what, behavior) => {
  const { signIn } = connect();
  Object.assign(issuer.behavior, behavior);
  expect(await failure(signIn())).toBeInstanceOf(Error);
});

it.each([
  [{ issuer: 'https://accounts.google.com' }],
  [{ authorization_endpoint: 'javascript:alert(1)' }],
  [{ authorization_endpoint: 'http://id.example.com/authorize' }],
  [{ authorization_endpoint: undefined }],
])('refuses the configuration %j', async (configuration) => {
  issuer.behavior.configuration = configuration;
  expect(await failure(connect().start())).toBeInstanceOf(Error);
});

it('sends no secret to an address without https', async () => {
  issuer.behavior.configuration = { token_endpoint: 'http://192.0.2.1/token' };
  expect(await failure(connect().signIn())).toMatchObject({ cause: { message: /without https/ } });
});
