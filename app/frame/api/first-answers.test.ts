import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const CALLS = ['/api/auth/me', '/api/cards'];
const lineOf = (body: unknown, status = 200) => `${JSON.stringify({ status, body: JSON.stringify(body) })}\n`;

/** The module as the app loads it, after its document has asked. */
async function load(text: string) {
  const response = Promise.resolve(new Response(text));
  vi.stubGlobal('firstAnswers', { calls: CALLS, response });
  vi.resetModules();
  return import('./first-answers.ts');
}

beforeEach(() => {
  vi.stubGlobal('fetch', async (address: string) => new Response(`asked for ${address}`));
});
afterEach(() => vi.unstubAllGlobals());

const read = async (response: Promise<Response> | undefined) => (await response)?.text();

describe('The first answers of a screen', () => {
  it('are each taken once, as the response of their call', async () => {
    const { takeFirst } = await load(lineOf('Ada') + lineOf({ message: 'Wait.' }, 429));
    const cards = await takeFirst('/api/cards');
    expect([cards?.status, await cards?.json()]).toEqual([429, { message: 'Wait.' }]);
    expect(await read(takeFirst('/api/auth/me'))).toBe('"Ada"');
    expect(takeFirst('/api/auth/me')).toBeUndefined();
    expect(takeFirst('/api/contacts')).toBeUndefined();
  });

  it('are asked for if they end early', async () => {
    const { takeFirst } = await load(lineOf('Ada'));
    expect(await read(takeFirst('/api/auth/me'))).toBe('"Ada"');
    expect(await read(takeFirst('/api/cards'))).toBe('asked for /api/cards');
  });

  it('are no one else’s once they are dropped', async () => {
    const { dropFirst, readFirst, takeFirst } = await load(lineOf('Ada') + lineOf([]));
    const put = vi.fn();
    const whole = readFirst(put);
    dropFirst();
    await whole;
    expect(put).not.toHaveBeenCalled();
    expect(takeFirst('/api/cards')).toBeUndefined();
  });

  it('fill what is drawn first, except for refusals', async () => {
    const { readFirst } = await load(lineOf('Ada') + lineOf({}, 403));
    const put = vi.fn();
    await readFirst(put);
    expect(put.mock.calls).toEqual([['/api/auth/me', 'Ada']]);
  });
});
