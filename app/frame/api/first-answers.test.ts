import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { STORED_USER } from '#shared/contract/constants.ts';

const CALLS = ['/api/auth/me', '/api/cards'];
const [ACCOUNT = '', CARDS = ''] = CALLS;
const lineOf = (url: string, body: unknown, status = 200, link?: string) =>
  `${JSON.stringify({ url, status, link, body: JSON.stringify(body) })}\n`;

/** The module as the app loads it, after its document has asked for somebody. */
async function load(text: string, { status = 200, user = 'Ada' } = {}) {
  const response = Promise.resolve(new Response(text, { status }));
  vi.stubGlobal('firstAnswers', { user, calls: CALLS, response });
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === STORED_USER ? 'Ada' : null) });
  vi.resetModules();
  const { callPage, peekPage } = await import('./call.ts');
  return { ...(await import('./first-answers.ts')), callPage, peekPage };
}

const asked = vi.fn(async (_address: string, _init: RequestInit) => Response.json([]));

beforeEach(() => {
  asked.mockClear();
  vi.stubGlobal('fetch', asked);
});
afterEach(() => {
  vi.unstubAllGlobals();
  // Other tests in this process make calls that nothing was asked for.
  vi.resetModules();
});

const read = async (response: Promise<Response> | undefined) => (await response)?.text();

describe('The first answers of a screen', () => {
  it('are each taken once, as the response of their call', async () => {
    const { takeFirst } = await load(lineOf(ACCOUNT, 'Ada') + lineOf(CARDS, { message: 'Wait.' }, 429));
    const cards = await takeFirst('/api/cards');
    expect([cards?.status, await cards?.json()]).toEqual([429, { message: 'Wait.' }]);
    expect(await read(takeFirst('/api/auth/me'))).toBe('"Ada"');
    expect(takeFirst('/api/auth/me')).toBeUndefined();
    expect(takeFirst('/api/contacts')).toBeUndefined();
  });

  it.each([
    ['end early', lineOf(ACCOUNT, 'Ada'), 200],
    ['are those of other calls', lineOf(CARDS, []) + lineOf(ACCOUNT, 'Ada'), 200],
    ['are refused by a proxy', '{"error":"Bad gateway"}\n', 502],
  ])('are asked for as usual if they %s', async (_why, text, status) => {
    const { callPage } = await load(text, { status });
    const { signal } = new AbortController();
    expect(await callPage('GET /api/cards', {}, signal)).toEqual({ rows: [], next: null });
    expect(asked.mock.calls).toEqual([[CARDS, { method: 'GET', credentials: 'include', signal }]]);
  });

  it('are nobody’s who signed in or out since they were asked for', async () => {
    const { isAskedFirst, takeFirst } = await load(lineOf(ACCOUNT, 'Grace'), { user: 'Grace' });
    expect(isAskedFirst(ACCOUNT)).toBe(false);
    expect(takeFirst(ACCOUNT)).toBeUndefined();
  });

  it('are no one else’s once they are dropped', async () => {
    const { dropFirst, readFirst, takeFirst } = await load(lineOf(ACCOUNT, 'Ada') + lineOf(CARDS, []));
    const put = vi.fn();
    const whole = readFirst(put);
    dropFirst();
    await whole;
    expect(put).not.toHaveBeenCalled();
    expect(takeFirst('/api/cards')).toBeUndefined();
  });

  it('fill what is drawn first, except for refusals', async () => {
    const { readFirst } = await load(lineOf(ACCOUNT, 'Ada') + lineOf(CARDS, {}, 403));
    const put = vi.fn();
    await readFirst(put);
    expect(put.mock.calls).toEqual([['/api/auth/me', 'Ada']]);
  });

  it('show the first page of a list before it is read, until then', async () => {
    const next = '</api/cards?cursor=2>; rel="next"';
    const { callPage, peekPage, readFirst } = await load(
      lineOf(ACCOUNT, 'Ada') + lineOf(CARDS, ['Work'], 200, next),
    );
    await readFirst(() => {});
    expect(peekPage('GET /api/cards', {})).toEqual({ rows: ['Work'], next: '2' });
    expect(peekPage('GET /api/cards', { limit: 2 })).toBeUndefined();
    expect(await callPage('GET /api/cards', {}, new AbortController().signal)).toEqual({
      rows: ['Work'],
      next: '2',
    });
    expect(peekPage('GET /api/cards', {})).toBeUndefined();
  });

  it('show no page of a list that was refused or dropped', async () => {
    const refused = await load(lineOf(ACCOUNT, 'Ada') + lineOf(CARDS, { message: 'Wait.' }, 429));
    await refused.readFirst(() => {});
    expect(refused.peekPage('GET /api/cards', {})).toBeUndefined();
    const dropped = await load(lineOf(ACCOUNT, 'Ada') + lineOf(CARDS, []));
    await dropped.readFirst(() => {});
    dropped.dropFirst();
    expect(dropped.peekPage('GET /api/cards', {})).toBeUndefined();
  });
});
