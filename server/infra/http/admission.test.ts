import net from 'node:net';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { contacts } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { computeBodyLimit, type Endpoint, isMultipart } from '#shared/contract/api.ts';
import { pathTo } from '#shared/contract/path-to.ts';
import { contract } from '#shared/contract.ts';
import { PASSWORD, signUp, signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';
import { addTeam } from '#test/teams.ts';

const server = startTestServer();
const limited = startTestServer({ RATE_LIMITS: 'on' });
const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };
/** Parsing this blocks the event loop for seconds. */
const hostile = (bytes: number) => `[${'{},'.repeat(bytes / 3)}{}]`;

/**
 * The server's answer on a raw connection, which sends the head and then `pieces` and stays half open until
 * closed.
 */
function speak(url: string, head: string[], pieces: Iterable<string> = []) {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
  });
  socket.on('error', () => {});
  socket.write(`${head.join('\r\n')}\r\nHost: localhost\r\n\r\n`);
  for (const piece of pieces) socket.write(piece);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const hears = async (text: string) => {
    while (!heard.includes(text)) {
      await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
      if (socket.destroyed && !heard.includes(text)) throw new Error(`Closed after: ${heard}`);
    }
    return heard;
  };
  return { socket, hears, closed, heard: () => heard };
}

const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
const withJson = endpoints
  .filter(({ body }) => body !== undefined && !isMultipart(body))
  .map((endpoint): [string, Endpoint] => [`${endpoint.method} ${endpoint.path}`, endpoint]);

async function cookieOf(username: string): Promise<string> {
  const body = { email: username, password: PASSWORD };
  const { headers } = await server.client()('POST', '/api/auth/login', body);
  return `Cookie: ${headers.get('set-cookie')?.split(';')[0]}`;
}

describe('A body sent without a session', () => {
  it.each(['POST /api/cards', 'PUT /api/cards/abcdefghij'])(
    'to %s is refused before it is read',
    async (line) => {
      const head = [`${line} HTTP/1.1`, 'Content-Type: application/json', `Content-Length: ${20 * MEBIBYTE}`];
      const { hears, socket } = speak(server.url, head);
      expect(await hears('Please sign in first.')).toContain('HTTP/1.1 401');
      socket.destroy();
    },
  );

  it('of twenty megabytes of nested JSON gets a 401 at once, even while the client is sending', async () => {
    const body = hostile(20 * MEBIBYTE);
    const parse = vi.spyOn(JSON, 'parse');
    const answer = await fetch(`${server.url}/api/cards`, { method: 'POST', headers: JSON_TYPE, body });
    expect(answer.status).toBe(401);
    expect(parse.mock.calls.filter(([text]) => text.length > MEBIBYTE)).toEqual([]);
    parse.mockRestore();
  });

  it('for an unknown address is refused before it is read', async () => {
    const head = ['POST /nothing HTTP/1.1', 'Content-Type: application/json', 'Content-Length: 900000'];
    const { hears, socket } = speak(server.url, head);
    expect(await hears('There’s nothing at this address.')).toContain('HTTP/1.1 404');
    socket.destroy();
  });

  it('from another website is refused before it is read, whether it is an API call or a card’s plain form', async () => {
    const { cardId } = await signUpWithCard(server);
    for (const path of [`/card/${cardId}/exchange`, `/card/${cardId}/lead`, '/api/contacts/exchange']) {
      const { hears, socket } = speak(server.url, [
        `POST ${path} HTTP/1.1`,
        'Origin: https://elsewhere.example',
        'Content-Type: application/x-www-form-urlencoded',
        'Content-Length: 900',
      ]);
      expect(await hears('came from another website')).toContain('HTTP/1.1 403');
      socket.destroy();
    }
  });
});

describe('A body sent by an owner', () => {
  it('for somebody else’s card is refused before it is read', async () => {
    const { cardId } = await signUpWithCard(server);
    const { call } = await signUp(server);
    const body = hostile(2 * MEBIBYTE);
    expect((await call('PUT', `/api/cards/${cardId}`, body, JSON_TYPE)).status).toBe(403);
    expect((await call('PUT', '/api/cards/%00', body, JSON_TYPE)).status).toBe(404);
  });

  let refused: { cardId: string; cookie: string };
  beforeAll(async () => {
    const { cardId, username, id } = await signUpWithCard(server);
    const { db } = server.running.app;
    await db.update(users).set({ isAdmin: true }).where(eq(users.id, id));
    // Calls about a contact find one under the same id, too.
    await db.insert(contacts).values({ id: cardId, userId: id, fullName: 'Grace Hopper' });
    await addTeam(server, id, 'Acme', cardId);
    refused = { cardId, cookie: await cookieOf(username) };
  });

  it.each(withJson)('to %s that is too large is refused before it arrives', async (_name, endpoint) => {
    const { cardId, cookie } = refused;
    const { hears, socket } = speak(server.url, [
      `${endpoint.method} ${pathTo(endpoint.path, { id: cardId, cardId, number: '1', userId: cardId, inviteId: cardId, token: 'x'.repeat(43) })} HTTP/1.1`,
      cookie,
      'Content-Type: application/json',
      `Content-Length: ${computeBodyLimit(endpoint) + 1}`,
    ]);
    expect(await hears('Please send at most')).toContain('HTTP/1.1 413');
    socket.destroy();
  });

  it('for a fourth card is refused before it is read', async () => {
    const { call } = await signUp(server);
    for (let n = 0; n < 3; n += 1) await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada' });
    const refused = await call('POST', '/api/cards', hostile(2 * MEBIBYTE), JSON_TYPE);
    expect(refused.status).toBe(403);
    expect(refused.body.message).toMatch(/maximum of 3 digital business cards/);
  });

  it('may contain files only in the two card calls, 64 MB in total', async () => {
    const withMedia = endpoints.filter(({ inlineMedia }) => inlineMedia);
    expect(withMedia.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/cards',
      'PUT /api/cards/{id}',
    ]);
    const { call } = await signUp(server);
    const refused = await call('PATCH', '/api/account', { fullName: 'x'.repeat(256 * 1024) });
    expect(refused.status).toBe(413);
    expect(refused.body.message).toBe('That’s too large. Please send at most 256 KB.');
  });

  it.each([
    ['thirty-three levels', '['.repeat(33) + ']'.repeat(33)],
    ['ten thousand elements', `{"name":[${'1,'.repeat(10_000)}1]}`],
    ['ten thousand keys', `{${'"a":1,'.repeat(10_000)}"b":1}`],
  ])('with more than %s is refused before it is parsed', async (_name, body) => {
    const { call } = await signUp(server);
    const refused = await call('POST', '/api/cards', body, JSON_TYPE);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toMatch(/too many fields/);
  });

  it('may hold any brackets, commas and quotes in its texts', async () => {
    const { call } = await signUp(server);
    const bio = `${'[{,'.repeat(1_000)}\\"\\\\"`;
    const created = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada', bio });
    expect(created.body.bio).toBe(bio);
  });
});

describe('Limits', () => {
  it('count before the body: a client over the limit is refused before it sends one', async () => {
    const { call, id } = await signUp(limited);
    const { limits } = limited.running.app;
    for (let n = 0; n < 300; n += 1) await limits.take('cardWrite', id);
    const refused = await call('POST', '/api/cards', hostile(2 * MEBIBYTE), JSON_TYPE);
    expect(refused.status).toBe(429);
    expect(refused.body.message).toMatch(/^Too many changes to your cards/);
    expect((await (await signUp(limited)).call('POST', '/api/cards', {})).status).toBe(422);
  });

  it('protect the webhook too, where only the signature identifies the sender', async () => {
    const { limits } = limited.running.app;
    for (let n = 0; n < 3_000; n += 1) await limits.take('webhook', '127.0.0.1');
    const refused = await limited.client()('POST', '/api/billing/webhook', '{}', JSON_TYPE);
    expect(refused.status).toBe(429);
    const large = await server.client()('POST', '/api/billing/webhook', 'x'.repeat(MEBIBYTE + 1), JSON_TYPE);
    expect(large.status).toBe(413);
  });

  it('are explained on a page after a plain form', async () => {
    const { cardId } = await signUpWithCard(limited);
    for (let n = 0; n < 3_000; n += 1)
      await limited.running.app.limits.take('exchange', '127.0.0.1').catch(() => {});
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
    const refused = await limited.client()('POST', `/card/${cardId}/exchange`, 'fullName=Ada', headers);
    expect(refused.status).toBe(429);
    expect(refused.text).toMatch(/<html.*Too many contacts shared from this address/s);
    expect(refused.text).toContain('value="Ada"');
    const huge = `message=${'x'.repeat(32 * 1024)}`;
    const tooLarge = await server.client()('POST', `/card/${cardId}/exchange`, huge, headers);
    expect(tooLarge.status).toBe(413);
    expect(tooLarge.text).toMatch(/<html.*at most 32 KB/s);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

it('says so if a session was ended elsewhere', async () => {
  const { username } = await signUp(server);
  const headers = { Cookie: (await cookieOf(username)).slice('Cookie: '.length) };
  await fetch(`${server.url}/api/auth/logout`, { method: 'POST', headers });
  const answer = await fetch(`${server.url}/api/auth/me`, { headers });
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({
    code: 'signed_out',
    message: expect.stringMatching(/^You were signed out from another device/),
  });
});

it('includes the id of each request in its response', async () => {
  const answers = await Promise.all([1, 2].map(() => server.client()('GET', '/api/auth/me')));
  const ids = answers.map(({ headers }) => headers.get('x-request-id'));
  expect(new Set(ids).size).toBe(2);
  for (const id of ids) expect(id).toMatch(/^[\w-]{10}$/);
});

describe('A request', () => {
  it('that waits for “100 Continue” is told to send its body once admitted, or is refused without it', async () => {
    const { username } = await signUp(server);
    const body = JSON.stringify({ name: 'Work', fullName: 'Ada' });
    const expecting = [
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      'Expect: 100-continue',
    ];
    const stranger = speak(server.url, ['POST /api/cards HTTP/1.1', ...expecting]);
    expect(await stranger.hears('Please sign in first.')).toMatch(/^HTTP\/1\.1 401.*Connection: close/s);
    const owner = speak(server.url, ['POST /api/cards HTTP/1.1', await cookieOf(username), ...expecting]);
    expect(await owner.hears('\r\n\r\n')).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    owner.socket.write(body);
    expect(await owner.hears('"fullName":"Ada"')).toContain('HTTP/1.1 200 OK');
    stranger.socket.destroy();
    owner.socket.destroy();
  });

  it('in chunks is admitted and limited like any other', async () => {
    const { username } = await signUp(server);
    const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
    const cookie = await cookieOf(username);
    const fine = speak(
      server.url,
      ['POST /api/cards HTTP/1.1', cookie, ...chunked],
      [chunk('{"name":"Work",'), chunk('"fullName":"Ada"}'), '0\r\n\r\n'],
    );
    expect(await fine.hears('"fullName":"Ada"')).toContain('HTTP/1.1 200 OK');
    const large = speak(
      server.url,
      ['PATCH /api/account HTTP/1.1', cookie, ...chunked],
      [chunk('x'.repeat(300_000))],
    );
    expect(await large.hears('at most 256 KB')).toContain('HTTP/1.1 413');
    for (const { socket } of [fine, large]) socket.destroy();
  });

  it('with two hosts is refused', async () => {
    const { hears, closed } = speak(server.url, ['GET / HTTP/1.1', 'Host: elsewhere.example']);
    expect(await hears('read that request')).toContain('HTTP/1.1 400');
    await closed;
  });

  it('that is no HTTP is answered with all of the sentence', async () => {
    const { heard, closed } = speak(server.url, ['Hello']);
    await closed;
    const [head = '', body = ''] = heard().split('\r\n\r\n');
    expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`);
    expect(JSON.parse(body).message).toBe('We couldn’t read that request. Please check what you sent.');
  });
});
