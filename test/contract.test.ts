import { connect } from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { type Endpoint, isMultipart } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { contract } from '#shared/contract.ts';
import { type OwnId, signUp, signUpWithCard } from '#test/factories.ts';
import { type Answer, startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';

const server = startTestServer();
/** Whose calls are refused, so that all tests may be theirs. */
let person: Awaited<ReturnType<typeof signUpWithTeam>>;
let other: Awaited<ReturnType<typeof signUp>>;
async function signUpWithTeam() {
  const owner = await signUpWithCard(server);
  return { ...owner, teamId: await addTeam(server, owner.id) };
}
beforeAll(async () => {
  person = await signUpWithTeam();
  other = await signUp(server);
});

const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
/** Fields without which a body is refused before anybody asks whose it is. */
const NEEDED: Record<string, object> = { 'POST /api/contacts/links/{id}/accept': { cardId: 'nosuchcard' } };
const emptyBodyOf = (endpoint: Endpoint) => (endpoint.body ? (NEEDED[nameOf(endpoint)] ?? {}) : undefined);
const named = (wanted: (endpoint: Endpoint) => boolean) =>
  endpoints.filter(wanted).map((endpoint): [string, Endpoint] => [nameOf(endpoint), endpoint]);

/** Section 7 of the specification, and what belongs to it. */
const SPECIFIED = [
  'POST /api/auth/login',
  'POST /api/auth/register',
  'GET /api/cards',
  'POST /api/cards',
  'GET /api/cards/{id}',
  'PUT /api/cards/{id}',
  'DELETE /api/cards/{id}',
  'GET /api/cards/{id}/vcard',
  'POST /api/cards/{id}/share/{platform}',
  'GET /api/wallet/apple/{cardId}',
  'GET /api/wallet/google/{cardId}',
  'GET /api/wallet/qr/{cardId}',
  'GET /api/contacts',
  'GET /api/contacts/export',
  'POST /api/contacts/{id}/favorite',
  'DELETE /api/contacts/{id}',
  'GET /api/contacts/{id}/followup-suggestions',
  'POST /api/contacts/exchange',
  'GET /api/analytics/dashboard',
  'GET /api/analytics/export',
  'GET /api/admin/stats',
  'GET /api/admin/recent-users',
  'GET /api/admin/users',
  'POST /api/auth/logout',
  'GET /api/auth/me',
  'PATCH /api/account',
  'POST /api/media',
  'POST /api/cards/{id}/views',
  'GET /api/cards/{id}/qr.svg',
  'GET /api/cards/{id}/qr.png',
];

/** The endpoint's URL for a card and a contact; things of other features get an id that does not exist. */
function urlOf({ path }: Endpoint, { cardId, contactId, teamId }: typeof NOBODYS): string {
  const ids: Record<string, string> = { cards: cardId, contacts: contactId, teams: teamId };
  const id = ids[path.split('/')[2] ?? ''] ?? 'nothing';
  const none = { userId: 'nothing', inviteId: 'nothing', listId: 'nothing', token: 'nothing'.repeat(4) };
  return pathTo(path, { ...none, id, cardId, platform: 'linkedin', number: 1, day: '2026-01-01' });
}
const NOBODYS = { cardId: 'nosuchcard', contactId: 'nosuchcontact', teamId: 'nosuchteam' };

function expectRefused({ status, body }: Answer, expected: number | number[]): void {
  expect([expected].flat()).toContain(status);
  expect(body).toEqual(expect.objectContaining({ message: expect.any(String), code: expect.any(String) }));
  expect(body.message).toMatch(/\S/);
  expect(Object.keys(body).every((key) => ['message', 'code', 'fields'].includes(key))).toBe(true);
}

describe('The contract', () => {
  it('is unchanged: this list shows every new endpoint, and every change of who may call one', async () => {
    const list = endpoints.map((endpoint) => `${nameOf(endpoint)} ${endpoint.who}`).sort();
    expect(new Set(list).size).toBe(list.length);
    await expect(`${list.join('\n')}\n`).toMatchFileSnapshot('contract.snapshot.txt');
  });

  it('contains every call of the specification', () => {
    expect(SPECIFIED.filter((name) => !endpoints.some((endpoint) => nameOf(endpoint) === name))).toEqual([]);
  });

  it('responds with its own errors where nothing exists', async () => {
    for (const [method, path] of [
      ['GET', '/api/nothing'],
      ['DELETE', '/api/cards'],
      ['PUT', '/api'],
      ['GET', '/api/cards/..%2f..%2fetc'],
      ['GET', '/api/cards/%00'],
      ['GET', '/api/cards/%ED%A0%80'],
      ['GET', '/api/cards/%'],
      ['GET', "/api/cards/1'%20or%20'1'='1"],
      ['GET', `/api/cards/${'x'.repeat(5_000)}`],
    ] as const) {
      expectRefused(await server.client()(method, path), [400, 404, 414]);
    }
  });
});

describe('A request that is not HTTP', () => {
  /** The response to raw text, read until the server hangs up. */
  const answerTo = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
      socket.on('data', (bytes) => {
        answer += String(bytes);
      });
      socket.on('close', () => resolve(answer));
    });

  it.each([
    ['FOO /api/cards HTTP/1.1\r\n\r\n', 400],
    ['GET /api/cards HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n', 400],
    ['GET /api/cards HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n', 400],
    [`GET /api/cards HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ])('is refused in the usual form (%#)', async (text, status) => {
    const [head = '', body = ''] = (await answerTo(text)).split('\r\n\r\n');
    expect(head).toMatch(`HTTP/1.1 ${status} `);
    expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/\.$/), code: 'bad_request' });
  });
});

/** Who may make which call is in `test/access`. */
describe('Permissions', () => {
  const changes = named(({ method }) => method !== 'GET');
  const FOREIGN_MESSAGE = 'This request came from another website and was refused.';

  it.each(changes)('%s refuses requests from another website’s page', async (_name, endpoint) => {
    const { method } = endpoint;
    const body = emptyBodyOf(endpoint);
    // The website is asked about before who calls.
    for (const call of [person.call, server.client()]) {
      const answer = await call(method, urlOf(endpoint, person), body, { 'sec-fetch-site': 'cross-site' });
      expectRefused(answer, 403);
      expect(answer.body.message).toBe(FOREIGN_MESSAGE);
    }
    // A visitor's call changes nothing that other tests need.
    const own = { origin: server.url, 'sec-fetch-site': 'same-origin' };
    const answer = await server.client()(method, urlOf(endpoint, NOBODYS), body, own);
    expect(answer.body?.message ?? '').not.toMatch('another website');
  });

  it('knows another website by each header a browser sends', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: server.url, 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[]) {
      const answer = await person.call('POST', '/api/cards', {}, headers);
      expectRefused(answer, 403);
      expect(answer.body.message).toBe(FOREIGN_MESSAGE);
    }
  });

  const owned = named(
    ({ who, path }) => who === 'user' && /^\/api\/(cards|contacts|wallet)\/.*\{/.test(path),
  );
  it.each(owned)('%s never reaches what belongs to others', async (_name, endpoint) => {
    const owner = person;
    const before = [await owner.call('GET', '/api/cards'), await owner.call('GET', '/api/contacts')];
    // A card is public, so it may be said that it is somebody else's; of a contact not even its existence may be
    // revealed. A card that was not deleted cannot be restored: there is nothing to reveal to others.
    const status =
      endpoint.path.startsWith('/api/contacts') || endpoint.path.endsWith('/restore') ? 404 : 403;
    expectRefused(await other.call(endpoint.method, urlOf(endpoint, owner), emptyBodyOf(endpoint)), status);
    expectRefused(await other.call(endpoint.method, urlOf(endpoint, NOBODYS), emptyBodyOf(endpoint)), 404);
    const after = [await owner.call('GET', '/api/cards'), await owner.call('GET', '/api/contacts')];
    expect(after.map(({ text }) => text)).toEqual(before.map(({ text }) => text));
  });

  it('GET /api/cards/{id} shows the view count only to the owner', async () => {
    const owner = await signUpWithCard(server);
    const { body: own } = await owner.call('GET', `/api/cards/${owner.cardId}`);
    const { body: seen } = await server.client()('GET', `/api/cards/${owner.cardId}`);
    expect(own.viewCount).toBe(0);
    expect(seen).not.toHaveProperty('viewCount');
  });
});

describe('A body', () => {
  const withJson = named(({ body }) => body !== undefined && !isMultipart(body));
  const JSON_TYPE = { 'content-type': 'application/json' };

  let owner: typeof person;
  beforeAll(async () => {
    owner = await signUpWithTeam();
  });

  const BROKEN = ['{', '[]', '{"__proto__":{"isAdmin":true}}'];
  const ALSO_BROKEN = [
    '{"a":',
    'null',
    '"x"',
    '1',
    '{"a":1}}',
    '\u0000',
    '['.repeat(50_000) + ']'.repeat(50_000),
  ];
  const OTHER_TYPES = ['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'];

  it.each(withJson)('of %s that is not a JSON object is refused', async (_name, endpoint) => {
    await letIn(endpoint, owner.id);
    for (const text of BROKEN) {
      const answer = await owner.call(endpoint.method, urlOf(endpoint, owner), text, JSON_TYPE);
      expectRefused(answer, [400, 422]);
    }
    const typed = { 'content-type': 'text/plain' };
    expectRefused(await owner.call(endpoint.method, urlOf(endpoint, owner), '{}', typed), 415);
  });

  it('is refused however it is broken, and in whatever other type', async () => {
    for (const text of ALSO_BROKEN)
      expectRefused(await owner.call('POST', '/api/cards', text, JSON_TYPE), [400, 422]);
    for (const type of OTHER_TYPES)
      expectRefused(await owner.call('POST', '/api/cards', '{}', { 'content-type': type }), 415);
  });

  it('of an upload that is not a form with a file is refused', async () => {
    const { call } = await signUp(server);
    expectRefused(await call('POST', '/api/media', '{}', JSON_TYPE), 415);
    expectRefused(await call('POST', '/api/media'), 415);
    expectRefused(await call('POST', '/api/media', new FormData()), 400);
    const torn = 'multipart/form-data; boundary=x';
    expectRefused(await call('POST', '/api/media', '--x\r\nContent-', { 'content-type': torn }), 400);
    expectRefused(
      await call('POST', '/api/media', 'x', { 'content-type': 'multipart/form-data' }),
      [400, 415],
    );
    const form = new FormData();
    form.set('file', new Blob(['x']), 'a\u0000b"\r\n.png');
    expectRefused(await call('POST', '/api/media?kind=sound', form), 400);
    expectRefused(await call('POST', '/api/media', form), 415);
  });
});

async function letIn(endpoint: Endpoint, userId: OwnId): Promise<void> {
  const isAdmin = endpoint.who === 'admin';
  await server.running.app.db.update(users).set({ isAdmin }).where(eq(users.id, userId));
}
