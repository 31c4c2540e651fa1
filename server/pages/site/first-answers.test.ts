import { EventEmitter, once } from 'node:events';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { FirstAnswer } from '#shared/contract/first-answers.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { type Client, startTestServer } from '#test/server.ts';
import { firstOf } from '#test/thorough.ts';
import { askFirst, firstAnswerRoutes } from './first-answers.ts';

const server = startTestServer();
let now = new Date('2026-05-13T10:00:00Z');
const proxied = startTestServer({ TRUST_PROXY: 'on' }, () => now);

/** The calls that the document of a screen names. */
function callsOf(screen: 'dashboard' | 'cards' | 'contacts'): string[] {
  const [, list = '[]'] = /calls:(\[[^\]]*\])/.exec(askFirst(screen)) ?? [];
  return JSON.parse(list);
}

async function readAnswers(call: Client, screen: string): Promise<FirstAnswer[]> {
  const { status, text } = await call('GET', `/first-answers/${screen}`);
  expect(status).toBe(200);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

async function register(username: string, call = server.client(), headers = {}): Promise<Client> {
  const person = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    fullName: 'Ada King',
  };
  expect((await call('POST', '/api/auth/register', person, headers)).status).toBe(200);
  return call;
}

/** Makes a card, by which six people send their details: one more than the dashboard asks for. */
async function meetSix(call: Client): Promise<void> {
  const { body: card } = await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' });
  for (let at = 0; at < 6; at += 1) {
    const grace = { cardId: card.id, fullName: `Grace ${at}`, email: `grace${at}@example.com` };
    expect((await server.client()('POST', '/api/contacts/exchange', grace)).status).toBe(200);
  }
}

describe('The first answers of a screen', () => {
  it.each(firstOf(['dashboard', 'cards', 'contacts'] as const))(
    'are those of the calls of %s',
    async (screen) => {
      const call = await register(`ada-${screen}`);
      await meetSix(call);
      const answers = await readAnswers(call, screen);
      const own = [];
      for (const address of callsOf(screen)) {
        const { status, headers, text } = await call('GET', address);
        own.push({ url: address, status, link: headers.get('link') ?? undefined, body: text });
      }
      expect(answers).toEqual(own);
      expect(own.map(({ status }) => status)).toEqual(own.map(() => 200));
    },
  );

  it('say where a list goes on', { tags: ['thorough'] }, async () => {
    const call = await register('lovelace');
    await meetSix(call);
    const at = callsOf('dashboard').findIndex((address) => address.startsWith('/api/contacts?'));
    expect((await readAnswers(call, 'dashboard'))[at]?.link).toContain('rel="next"');
  });

  it.each(['br', 'gzip', 'identity'])('come as %s', async (coding) => {
    const call = await register(`king-${coding}`);
    const { headers, text } = await call('GET', '/first-answers/cards', undefined, {
      'accept-encoding': coding,
    });
    expect(headers.get('content-encoding') ?? 'identity').toBe(coding);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(JSON.parse(text.split('\n')[1] ?? '')).toMatchObject({ status: 200, body: '[]' });
  });

  it('are one refusal for whoever is not signed in', async () => {
    const answers = await readAnswers(server.client(), 'cards');
    expect(answers.map(({ status }) => status)).toEqual([401]);
  });

  it('are there for no other screen', async () => {
    for (const screen of ['admin', 'toString', '__proto__'])
      expect((await server.client()('GET', `/first-answers/${screen}`)).status).toBe(404);
  });

  it('keep a session behind a proxy that ends TLS, and renew its cookie', async () => {
    const https = { 'x-forwarded-proto': 'https' };
    const call = await register('byron', proxied.client(), https);
    const ask = () => call('GET', '/first-answers/cards', undefined, https);
    expect((await ask()).headers.get('set-cookie')).toBeNull();
    now = new Date(now.getTime() + 2 * DAY_MS);
    const { headers, text } = await ask();
    expect(headers.get('set-cookie')).toMatch(/^__Host-goldleaf_session=.*; Secure/);
    expect(text.match(/"status":200/g)).toHaveLength(callsOf('cards').length);
  });

  it('end with the client’s leaving', async () => {
    const calls = callsOf('dashboard');
    const asked: string[] = [];
    const steps = new EventEmitter();
    const [reached, opened, gone] = ['reached', 'opened', 'gone'].map((step) => once(steps, step));
    const small = Fastify({ forceCloseConnections: true });
    small.addHook('onRequest', async ({ url }, { raw }) => {
      if (url.startsWith('/first')) raw.once('close', () => steps.emit('gone'));
    });
    firstAnswerRoutes(small, server.running.app);
    small.get('/api/*', async ({ url }) => {
      asked.push(url);
      if (url !== calls[2]) return [];
      steps.emit('reached');
      await opened;
      return [];
    });
    const leaving = new AbortController();
    const address = await small.listen({ port: 0, host: '127.0.0.1' });
    await fetch(`${address}/first-answers/dashboard`, { signal: leaving.signal });
    await reached;
    leaving.abort();
    await gone;
    steps.emit('opened');
    expect((await small.inject('/api/last')).statusCode).toBe(200);
    await small.close();
    expect(asked).toEqual([...calls.slice(0, 3), '/api/last']);
  });
});
