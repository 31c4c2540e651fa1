import { describe, expect, it } from 'vitest';
import { type Client, startTestServer } from '#test/server.ts';
import { askFirst, type FirstAnswer } from './first-answers.ts';

const server = startTestServer();

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

async function register(username: string): Promise<Client> {
  const call = server.client();
  const person = {
    username,
    email: `${username}@example.com`,
    password: 'correct horse',
    fullName: 'Ada King',
  };
  expect((await call('POST', '/api/auth/register', person)).status).toBe(200);
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
  it.each(['dashboard', 'cards', 'contacts'] as const)('are those of the calls of %s', async (screen) => {
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
  });

  it('say where a list goes on', async () => {
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
});
