import { once } from 'node:events';
import net from 'node:net';
import { pino } from 'pino';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer } from '#test/server.ts';

const HUMAN = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';
const server = startTestServer({
  TRUST_PROXY: 'on',
  RATE_LIMITS: 'on',
  PUBLIC_URL: 'https://cards.example.com',
  METRICS_TOKEN: 'a-token-of-thirty-two-characters',
});

let cardId: string;
let addresses = 0;

beforeAll(async () => {
  const owner = server.client();
  const person = { username: 'ada', email: 'ada@example.com', password: 'correct horse', fullName: 'Ada' };
  expect((await owner('POST', '/api/auth/register', person)).status).toBe(200);
  cardId = (await owner('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' })).body.id;
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A visitor whom no view has come from yet. */
const newAddress = () => {
  addresses += 1;
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`;
};

interface Sent {
  id?: string;
  body?: string;
  headers?: Record<string, string>;
}

/** Sends a view as a page does; `routed`: with a cookie that means nothing, which only the router reads. */
async function send({ id = cardId, body = '{}', headers = {} }: Sent, isRouted: boolean) {
  const response = await fetch(`${server.url}/api/cards/${id}/views`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': HUMAN,
      'x-forwarded-for': newAddress(),
      ...(isRouted && { cookie: 'theme=dark' }),
      ...headers,
    },
    body,
  });
  const { date, 'x-request-id': requestId, ...rest } = Object.fromEntries(response.headers);
  expect(requestId).toMatch(/^[\w-]{10}$/);
  return { status: response.status, headers: rest, text: await response.text() };
}

/** Is called for each request that the router takes. */
function watchRouter() {
  const { app } = server.running;
  return vi.spyOn(app.credentials[0] ?? expect.fail('There is no credential.'), 'read');
}

describe('A view that a stranger’s page reports', () => {
  it('passes the router', async () => {
    const read = watchRouter();
    expect(await send({}, false)).toMatchObject({ status: 200, text: '{"isCounted":true}' });
    expect(read).not.toHaveBeenCalled();
    await send({}, true);
    expect(read).toHaveBeenCalled();
  });

  it('passes it also with what browsers say of the page', async () => {
    const read = watchRouter();
    const headers = { origin: 'https://cards.example.com', 'sec-fetch-site': 'same-origin' };
    expect((await send({ headers }, false)).status).toBe(200);
    expect(read).not.toHaveBeenCalled();
  });

  it.each<[string, Sent]>([
    ['is counted', { body: '{"referrer":"https://www.linkedin.com/","via":"nfc","tag":"fair"}' }],
    ['is a robot’s', { headers: { 'user-agent': 'Googlebot/2.1' } }],
    ['is of a card that does not exist', { id: 'nosuchcard' }],
    ['is not JSON', { body: '{' }],
    ['is a list', { body: '[]' }],
    ['has a field of another kind', { body: '{"referrer":7}' }],
    ['has a field that is too long', { body: `{"via":"${'x'.repeat(4_097)}"}` }],
    ['would replace a prototype', { body: '{"__proto__":{}}' }],
    ['is nested too deep', { body: `${'['.repeat(40)}${']'.repeat(40)}` }],
    ['comes from another site', { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['names another origin', { headers: { origin: 'https://evil.example' } }],
    ['is no JSON by its type', { headers: { 'content-type': 'text/plain' } }],
  ])('has the response that the router gives where it %s', async (_, sent) => {
    const direct = await send(sent, false);
    expect(direct).toEqual(await send(sent, true));
    expect(direct.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('takes one point of the limit of its address, on either way', async () => {
    const { limits } = server.running.app;
    const address = newAddress();
    for (let n = 0; n < 598; n += 1) await limits.take('view', address);
    const headers = { 'x-forwarded-for': address };
    for (const isRouted of [false, true]) expect((await send({ headers }, isRouted)).status).toBe(200);
    const [direct, routed] = [await send({ headers }, false), await send({ headers }, true)];
    expect(direct.status).toBe(429);
    expect(direct.text).toMatch(/^\{"message":"Too many page views from this address\. Please try again in /);
    expect(Number(direct.headers['retry-after'])).toBeGreaterThan(0);
    expect(Object.keys(direct.headers)).toEqual(Object.keys(routed.headers));
    expect(limits.countHits().find(([name]) => name === 'view')).toEqual(['view', 2]);
    expect((await send({}, false)).status).toBe(200);
  });

  it('is refused before its body has arrived', async () => {
    const address = newAddress();
    const { limits } = server.running.app;
    for (let n = 0; n < 600; n += 1) await limits.take('view', address);
    const socket = net.connect(Number(new URL(server.url).port), '127.0.0.1');
    const head = `content-type: application/json\r\nx-forwarded-for: ${address}\r\ncontent-length: 2\r\nconnection: close`;
    socket.write(`POST /api/cards/${cardId}/views HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
    const [said] = await once(socket, 'data');
    expect(String(said)).toMatch(/^HTTP\/1\.1 429 /);
    socket.destroy();
  });

  it('has the same figures and the same line as one that is routed', async () => {
    const { app } = server.running;
    const add = vi.spyOn(app.requestLog ?? expect.fail('Requests are not logged.'), 'add');
    await send({}, false);
    await send({}, true);
    await send({ id: 'nosuchcard' }, false);
    await vi.waitFor(() => expect(add).toHaveBeenCalledTimes(3));
    const line = { method: 'POST', route: '/api/cards/{id}/views', id: expect.stringMatching(/^[\w-]{10}$/) };
    expect(add.mock.calls.map(([request]) => request)).toMatchObject([
      { ...line, status: 200 },
      { ...line, status: 200 },
      { ...line, status: 404 },
    ]);
    const scraped = await fetch(`${server.url}/metrics`, {
      headers: { authorization: 'Bearer a-token-of-thirty-two-characters' },
    });
    expect(await scraped.text()).toMatch(/route="\/api\/cards\/\{id\}\/views",method="POST",status="404"/);
  });

  it('has a line in the log where it fails without a reason of ours', async () => {
    const { app } = server.running;
    const lines: string[] = [];
    const log = pino({}, { write: (line) => void lines.push(line) });
    const { viewedCards } = app;
    vi.spyOn(app.log, 'error').mockImplementation((...said) => log.error(...said));
    app.viewedCards = { ...viewedCards, find: () => Promise.reject(new Error('Out of order')) };
    const answers = [await send({}, false), await send({}, true)];
    app.viewedCards = viewedCards;
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.status).toBe(500);
    const read = (line = '{}') => {
      const { time, requestId, ...rest } = JSON.parse(line);
      return rest;
    };
    expect(read(lines[0])).toMatchObject({
      method: 'POST',
      url: '/api/cards/:id/views',
      error: 'Out of order',
    });
    expect(Object.keys(read(lines[0]))).toEqual(Object.keys(read(lines[1])));
  });
});

describe('Left to the router', () => {
  const usual = { 'content-type': 'application/json' };
  it.each<[string, Record<string, string>, string]>([
    ['has a credential', { ...usual, authorization: 'Bearer x' }, '{}'],
    ['has a large body', usual, JSON.stringify({ other: 'x'.repeat(4_096) })],
    ['is empty', {}, ''],
    ['names its characters', { 'content-type': 'application/json; charset=utf-8' }, '{}'],
  ])('is a view that %s', async (_, headers, body) => {
    const read = watchRouter();
    const response = await fetch(`${server.url}/api/cards/${cardId}/views`, {
      method: 'POST',
      headers: { 'user-agent': HUMAN, 'x-forwarded-for': newAddress(), ...headers },
      ...(body && { body }),
    });
    expect([response.status, await response.json()]).toEqual([200, { isCounted: true }]);
    expect(read).toHaveBeenCalled();
  });

  it('is every other method and address', async () => {
    for (const path of [`/api/cards/${cardId}/views`, `/api/cards/${cardId}/views.gif`]) {
      expect((await fetch(server.url + path, { method: 'PUT' })).status).toBe(404);
    }
  });
});
