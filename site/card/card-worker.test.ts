import { expect, it, vi } from 'vitest';
import { script } from './card.service-worker.ts?script';

it('is at most 2 KB, before any compression', () => {
  expect(Buffer.byteLength(script)).toBeLessThanOrEqual(2 * 1024);
});

const ORIGIN = 'https://cards.example.com';

/** Opens a card at `/card/abc` and what follows, where the server gives this status; what the worker then does. */
async function open(rest: string, status: number, url = `${ORIGIN}/card/abc${rest}`, path = url) {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
  };
  const fetch = vi.fn(async (_address: string, _options: RequestInit) => new Response('a card', { status }));
  const put = vi.fn(async () => {});
  const remove = vi.fn(async () => true);
  const caches = { delete: remove, open: async () => ({ put }), keys: async () => [] };
  new Function('self', 'fetch', 'caches', script)(self, fetch, caches);
  const work: Promise<unknown>[] = [];
  listeners.get('message')?.({
    source: { url },
    data: [path, `${ORIGIN}/media/photo.webp`],
    waitUntil: (promise: Promise<unknown>) => work.push(promise),
  });
  await Promise.all(work);
  return { fetch, put, remove };
}

it.each([
  ['', 'force-cache'],
  ['#top', 'force-cache'],
  ['?via=mail', 'no-cache'],
])('keeps the page as it was just opened (/card/abc%s)', async (rest, mode) => {
  const { fetch, put } = await open(rest, 200);
  expect(put).toHaveBeenCalledTimes(2);
  expect(fetch.mock.calls).toEqual([
    ['/card/abc', { cache: mode }],
    [`${ORIGIN}/media/photo.webp`, { cache: 'force-cache' }],
  ]);
});

it.each([
  [`${ORIGIN}/c/ada`, undefined, '/c/ada', 'force-cache'],
  [`${ORIGIN}/c/%E4%B8%AD?via=nfc`, undefined, '/c/%E4%B8%AD', 'no-cache'],
  [`${ORIGIN}/ada`, '/card/abc', '/card/abc', 'no-cache'],
])('keeps a card that was opened at %s', async (url, path, kept, mode) => {
  const { fetch } = await open('', 200, url, path);
  expect(fetch.mock.calls[0]).toEqual([kept, { cache: mode }]);
});

it('leaves the copy alone while the server is away, and removes it when the card is gone', async () => {
  expect((await open('?via=mail', 503)).remove).not.toHaveBeenCalled();
  expect((await open('?via=mail', 404)).remove).toHaveBeenCalledWith('card /card/abc');
});

it.each([
  [
    'the page of whoever held it says that they are gone',
    new Response('gone', { headers: { 'cache-control': 'no-store' } }),
    true,
  ],
  ['it is gone', new Response('', { status: 404 }), true],
  ['it is there', new Response('a card', { headers: { 'cache-control': 'public' } }), false],
  ['its name leads elsewhere', Response.redirect(`${ORIGIN}/card/abc`, 302), false],
  ['the server is away', new Response('', { status: 503 }), false],
])(
  'forgets its copy of a card as it is opened only if it is nobody’s to see: %s',
  async (_name, response, isForgotten) => {
    const listeners = new Map<string, (event: object) => void>();
    const self = {
      location: { origin: ORIGIN },
      addEventListener: (name: string, listen: (event: object) => void) => listeners.set(name, listen),
    };
    const remove = vi.fn(async () => true);
    const caches = { delete: remove, match: async () => undefined };
    new Function('self', 'fetch', 'caches', script)(self, async () => response, caches);
    const work: Promise<unknown>[] = [];
    const keep = (promise: Promise<unknown>) => work.push(promise);
    const request = { mode: 'navigate', method: 'GET', url: `${ORIGIN}/card/abc` };
    listeners.get('fetch')?.({ request, waitUntil: keep, respondWith: keep });
    await Promise.all(work);
    expect(remove.mock.calls).toEqual(isForgotten ? [['card /card/abc']] : []);
  },
);
