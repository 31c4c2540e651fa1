import { beforeAll, expect, it } from 'vitest';
import { startRealProvider } from '#test/oidc-provider.ts';
import { type Answer, type Client, startTestServer } from '#test/server.ts';

const provider = startRealProvider();
const env: Record<string, string> = {};
beforeAll(() => {
  Object.assign(env, provider.settings);
});
const server = startTestServer(env);
beforeAll(() => provider.register(`${server.url}/auth/oidc/acme/callback`));

const placeOf = ({ headers }: Answer) => headers.get('location') ?? '';
const pathOf = ({ pathname, search }: URL) => pathname + search;
const leave = async (call: Client, query = '') => placeOf(await call('GET', `/auth/oidc/acme${query}`));
const come = async (call: Client, back: URL) => placeOf(await call('GET', pathOf(back)));
const userOf = async (call: Client) => (await call('GET', '/api/auth/me')).body.user;

it('signs people in with a certified provider for the first time and again', async () => {
  const call = server.client();
  const browser = provider.browser();
  const back = await browser.signIn(await leave(call), 'ada');
  expect(back.origin).toBe(server.url);
  expect(await come(call, back)).toBe('/checkout');
  const user = await userOf(call);
  expect(user).toMatchObject({
    username: 'ada-of-provider',
    fullName: 'ada Of Provider',
    email: 'ada@provider.example',
    subscriptionStatus: 'trial',
  });
  const again = server.client();
  const visit = await provider.browser().signIn(await leave(again, '?next=/contacts'), 'ada');
  expect(await come(again, visit)).toBe('/contacts');
  expect((await userOf(again)).id).toBe(user.id);
});

it('says so when someone leaves the provider without signing in', async () => {
  const call = server.client();
  const back = await provider.browser().cancel(await leave(call));
  expect(await come(call, back)).toMatch(/^\/auth\/login\?problem=denied&with=acme/);
});

it('takes a code once, and only from the browser that began', async () => {
  const call = server.client();
  const back = await provider.browser().signIn(await leave(call), 'grace');
  expect(await come(server.client(), back)).toContain('problem=expired');
  expect(await come(call, back)).toBe('/checkout');
  expect(await come(call, back)).toContain('problem=expired');
});

it('confirms who someone is only if they have just signed in at the provider', async () => {
  const call = server.client();
  const browser = provider.browser();
  await come(call, await browser.signIn(await leave(call), 'mary'));
  const isConfirmed = async () => (await call('POST', '/api/account/confirm', {})).status === 200;
  expect(await isConfirmed()).toBe(false);
  const asked = await leave(call, '?confirm=1&next=/dashboard');
  expect(new URL(asked).searchParams.get('max_age')).toBe('300');
  expect(await come(call, await browser.signIn(asked, 'mary'))).toBe('/dashboard');
  expect(await isConfirmed()).toBe(true);
});
