import sharp from 'sharp';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { subscriberOf } from '#server/infra/network.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import type { Endpoint, LimitName } from '#shared/contract/api.ts';
import { contract } from '#shared/contract.ts';
import { signUpWithCard } from '#test/factories.ts';
import { type Answer, startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';

const server = startTestServer({ RATE_LIMITS: 'on', TRUST_PROXY: 'on' });
afterEach(() => void vi.restoreAllMocks());

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

  it('may save 60 exports, although the app sends a HEAD before each', { tags: ['thorough'] }, async () => {
    const { call: owner, id } = await signUpWithCard(server);
    const here = someoneNew();
    const ask = (method: string) => owner(method, '/api/contacts/export', undefined, here);
    const statuses: number[][] = [];
    // As the first 55 do.
    for (let time = 0; time < 55; time += 1) await server.running.app.limits.take('export', id);
    for (let time = 55; time < 61; time += 1) {
      statuses.push([(await ask('HEAD')).status, (await ask('GET')).status]);
    }
    expect(statuses.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => [200, 200]));
    expect(statuses[5]).toEqual([429, 429]);
  });

  it('cannot pretend to be another if no proxy is trusted', async () => {
    const call = () => direct.client()('POST', '/api/auth/register', {}, someoneNew());
    const answers = await Promise.all(Array.from({ length: 61 }, call));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  it('is limited on the plain form as in the API', { tags: ['thorough'] }, async () => {
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

  it.each(
    firstOf([
      ['GET', accountPages.forgotPassword, 3_000],
      ['GET', `${accountPages.link}/nothing`, 3_000],
      ['GET', `${accountPages.unsubscribe}/nothing`, 3_000],
      ['POST', `${accountPages.unsubscribe}/nothing`, 3_000],
      ['GET', `${accountPages.unsubscribe}/nothing/nothing`, 3_000],
      ['POST', `${accountPages.unsubscribe}/nothing/nothing`, 3_000],
      ['GET', '/your-details/nothing', 120],
    ]),
  )(
    'may ask for pages that are made anew, such as %s %s, %i times, and then has to wait',
    async (method, path, points) => {
      const here = someoneNew();
      const ask = async (headers: Record<string, string>) =>
        (await server.client()(method, path, undefined, headers)).status;
      const limit = points === 120 ? 'privatePage' : 'mailedPage';
      await server.running.app.limits.charge(limit, here['x-forwarded-for'], points - 1);
      expect(await ask(here)).not.toBe(429);
      expect(await ask(here)).toBe(429);
      expect(await ask(someoneNew())).not.toBe(429);
    },
  );

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

describe('One account', () => {
  const limits = () => server.running.app.limits;
  let other: Awaited<ReturnType<typeof signUpWithCard>>;
  beforeAll(async () => {
    other = await signUpWithCard(server);
  });

  const LIMITED = [
    ['list', 'requests for your lists', '/api/contacts/people?q=zz'],
    ['drawing', 'pictures of your cards', '/api/cards/CARD/code.pdf'],
    ['export', 'exports', '/api/contacts/export'],
  ] as const;
  const ALSO_LIMITED = [
    ['list', 'requests for your lists', '/api/contacts'],
    ['list', 'requests for your lists', '/api/contacts/duplicates'],
    ['list', 'requests for your lists', '/api/analytics/dashboard'],
    ['drawing', 'pictures of your cards', '/api/cards/CARD/background.png'],
    ['drawing', 'pictures of your cards', '/api/cards/CARD/code-colors?from=%23000000&to=%23000000'],
  ] as const;
  const NAME = 'that has used up its %s waits, wherever it asks from: too many %s';

  async function expectToWait(limit: LimitName, who: string, path: string): Promise<void> {
    const { call, cardId, id } = await signUpWithCard(server);
    const ask = (method = 'GET') => call(method, path.replace('CARD', cardId), undefined, someoneNew());
    expect((await ask()).status).toBe(200);
    await limits().charge(limit, id, 60_000);
    expectTooMany(await ask(), new RegExp(`^Too many ${who}. Please try again in \\d+ minutes?.$`));
    expect((await ask('HEAD')).status).toBe(429);
    expect((await other.call('GET', path.replace('CARD', other.cardId))).status).toBe(200);
  }

  // Each refusal is held back a while.
  it.concurrent.each(firstOf(LIMITED))(NAME, expectToWait);
  it.concurrent.each(ALSO_LIMITED)(NAME, { tags: ['thorough'] }, expectToWait);

  const EACH_LIMITED = [
    ['list', 'GET', '/api/contacts/duplicates/count'],
    ['list', 'GET', '/api/contacts/blocks'],
    ['list', 'GET', '/api/contacts/nobody/timeline'],
    ['list', 'GET', '/api/contacts/nobody/history'],
    ['list', 'GET', '/api/sms/messages'],
    ['contactWrite', 'PATCH', '/api/contacts/nobody'],
    ['contactWrite', 'POST', '/api/contacts/nobody/favorite'],
    ['contactWrite', 'DELETE', '/api/contacts/nobody'],
    ['contactWrite', 'POST', '/api/contacts/unreviewed/keep'],
    ['contactWrite', 'POST', '/api/contacts/unreviewed/delete'],
    ['contactWrite', 'POST', '/api/contacts/unreviewed/report'],
    ['contactWrite', 'POST', '/api/contacts/unreviewed/nobody/block-address'],
    ['contactWrite', 'POST', '/api/contacts/unreviewed/undo'],
  ] as const;

  // Each refused list is held back a while.
  it.concurrent.each(firstOf(EACH_LIMITED))(
    'that has used up its %s waits for %s %s',
    async (limit, method, path) => {
      const { call, id } = await signUpWithCard(server);
      const ask = async () => (await call(method, path, undefined, someoneNew())).status;
      expect(await ask()).not.toBe(429);
      await limits().charge(limit, id, 60_000);
      expect(await ask()).toBe(429);
    },
  );

  it('has a limit for each of its changes of people', () => {
    const calls: Endpoint[] = Object.values(contract).flatMap((feature) => Object.values(feature));
    const changes = calls.filter(
      ({ method, path }) => method !== 'GET' && /^\/api\/(?:contacts|recipients)\b/.test(path),
    );
    expect(changes.filter(({ limit }) => !limit).map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  it('reads two thousand pages of its list in a row', async () => {
    const { id } = await signUpWithCard(server);
    for (let page = 0; page < 2_000; page += 1) {
      await limits().take('list', id);
      await limits().charge('list', id, 50 / 10);
    }
  });

  it('pays for the pictures it uploads by what they cost to decode', { tags: ['thorough'] }, async () => {
    const { call, id } = await signUpWithCard(server);
    const charge = vi.spyOn(limits(), 'charge');
    const create = { width: 1200, height: 1200, channels: 3, background: '#123456' } as const;
    const form = new FormData();
    form.set('file', new Blob([new Uint8Array(await sharp({ create }).png().toBuffer())]), 'one.png');
    expect((await call('POST', '/api/media', form)).status).toBe(200);
    const [limit, key, points] = charge.mock.calls[0] ?? [];
    expect([limit, key]).toEqual(['upload', id]);
    expect(points).toBeGreaterThan(0);
    await limits().charge('upload', id, 50_000);
    expectTooMany(await call('POST', '/api/media', form), /^Too many uploads/);
    const inline = {
      profileImage: `data:image/png;base64,${(await sharp({ create }).png().toBuffer()).toString('base64')}`,
    };
    const card = await call('POST', '/api/cards', { name: 'Two', fullName: 'Ada', ...inline });
    expectTooMany(card, /^Too many uploads/);
  });

  it('gets a background it asks for twice from one drawing, and a changed card anew', {
    tags: ['thorough'],
  }, async () => {
    const { call, cardId } = await signUpWithCard(server);
    const draw = vi.spyOn(server.running.app.drawings, 'run');
    const ask = async () => (await call('GET', `/api/cards/${cardId}/background.png?size=thumbnail`)).status;
    expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
    expect(await ask()).toBe(200);
    expect(draw).toHaveBeenCalledTimes(1);
    await call('PUT', `/api/cards/${cardId}`, { fullName: 'Somebody Else' });
    expect(await ask()).toBe(200);
    expect(draw).toHaveBeenCalledTimes(2);
  });
});
