import { request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPageCache, type PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { createInvalidations } from '#server/infra/http/page-cache/page-store.ts';
import { preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { servePages } from '#test/serve-pages.ts';

/** Events while a page is being rendered, and evictions when the cache is full. */

const PAGE_BYTES_MAX = 20_000;
let time: number;
/** The database's versions now; a page is made from those at the time it was read. */
let versions: Map<string, string>;
let asked: string[][];
/** The database waits for this before it returns versions. */
let beforeAnswering: Promise<void>;
let pages: PageCache;
let server: Server;

beforeEach(async () => {
  time = 1_000_000;
  versions = new Map([['card:a', '1']]);
  asked = [];
  beforeAnswering = Promise.resolve();
  pages = createPageCache({
    now: () => time,
    bytes: { page: PAGE_BYTES_MAX },
    async readVersions(tags) {
      asked.push(tags);
      const read = new Map(versions);
      await beforeAnswering;
      return read;
    },
  });
  pages.resume();
  server = await servePages(pages);
});
afterEach(() => server.close());

const sourceOf = (body: string) =>
  preparePage({ status: 200, contentType: 'text/plain; charset=utf-8', body, headers: {} });

/**
 * Starts to render a page; `finish` completes it with the data read at the start and the tags it turned out to have.
 */
function beginPage(path: string, text: string) {
  let finish: (tags: string[]) => void = () => {};
  const read = new Map(versions);
  const found = new Promise<string[]>((resolve) => {
    finish = resolve;
  });
  const page = pages.render(path, async () => {
    const tags = await found;
    const kept = new Map(tags.map((tag) => [tag, read.get(tag) ?? '']));
    return { page: sourceOf(text), kept: { share: 'page', versions: kept } };
  });
  return { page, finish: async (tags: string[]) => [finish(tags), await page] };
}

async function keepPage(path: string, tag: string, text: string): Promise<void> {
  await beginPage(path, text).finish([tag]);
}

function get(path: string, coding = 'identity'): Promise<string> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    ask({ port, path, headers: { 'accept-encoding': coding } }, async (response) =>
      resolve(String(Buffer.concat(await response.toArray()))),
    )
      .on('error', reject)
      .end();
  });
}

it('does not keep a page if one of its tags was invalidated before the render reported that tag', async () => {
  const { finish } = beginPage('/card/a', 'older');
  pages.invalidate('portfolio:ada');
  await finish(['card:a', 'portfolio:ada']);
  expect(await get('/card/a')).toBe('rendered anew');
  expect(pages.measure().entries).toBe(0);
});

it('keeps a page while other pages are invalidated', async () => {
  const { finish } = beginPage('/card/a', 'of a');
  pages.invalidate('card:b');
  await finish(['card:a']);
  expect(await get('/card/a')).toBe('of a');
});

it('keeps a page rendered after an invalidation', async () => {
  pages.invalidate('card:a');
  await keepPage('/card/a', 'card:a', 'newer');
  expect(await get('/card/a')).toBe('newer');
});

it('starts a new render for requests after an invalidation', async () => {
  const older = beginPage('/card/a', 'older');
  pages.invalidate('card:a');
  const newer = beginPage('/card/a', 'newer');
  expect(newer.page).not.toBe(older.page);
  await newer.finish(['card:a']);
  await older.finish(['card:a']);
  expect(await get('/card/a')).toBe('newer');
});

it('leaves the newer render in place for later requests when an older one ends', async () => {
  const older = beginPage('/card/a', 'older');
  pages.invalidate('card:a');
  const newer = beginPage('/card/a', 'newer');
  await older.finish(['card:a']);
  const waiting = pages.find('/card/a');
  await newer.finish(['card:a']);
  expect(await waiting).toBe(await newer.page);
});

it('checks a page if change notifications were lost during its render, even if they are back by its end', async () => {
  const { finish } = beginPage('/card/a', 'older');
  pages.pause();
  versions.set('card:a', '2');
  pages.resume();
  await finish(['card:a']);
  expect(await get('/card/a')).toBe('rendered anew');
});

it('checks a page whose render began while change notifications were lost', async () => {
  pages.pause();
  const { finish } = beginPage('/card/a', 'older');
  versions.set('card:a', '2');
  pages.resume();
  await finish(['card:a']);
  expect(await get('/card/a')).toBe('rendered anew');
});

it('counts a page’s age from the start of its render while change notifications are lost', async () => {
  const { finish } = beginPage('/card/a', 'older');
  pages.pause();
  versions.set('card:a', '2');
  time += 1_000;
  await finish(['card:a']);
  expect(await get('/card/a')).toBe('rendered anew');
  expect(asked).toEqual([['card:a']]);
});

it('does not send a page that was invalidated during its check, even if the check passed', async () => {
  await keepPage('/card/a', 'card:a', 'older');
  pages.pause();
  time += 1_001;
  let answerCheck = () => {};
  beforeAnswering = new Promise((resolve) => {
    answerCheck = resolve;
  });
  const answer = get('/card/a');
  await expect.poll(() => asked.length, { interval: 1 }).toBe(1);
  pages.invalidate('card:a');
  answerCheck();
  expect(await answer).toBe('rendered anew');
});

it('checks a page again when change notifications were lost during its check', async () => {
  await keepPage('/card/a', 'card:a', 'older');
  pages.pause();
  pages.resume();
  let answerCheck = () => {};
  beforeAnswering = new Promise((resolve) => {
    answerCheck = resolve;
  });
  const answer = get('/card/a');
  await expect.poll(() => asked.length, { interval: 1 }).toBe(1);
  pages.pause();
  versions.set('card:a', '2');
  pages.resume();
  answerCheck();
  expect(await answer).toBe('older');
  const askLater = () => {
    // A check that takes too long means the database is unavailable; it is tried again a second later.
    time += 1_001;
    return get('/card/a');
  };
  await expect.poll(askLater).toBe('rendered anew');
});

it('drops the least recently read page when the cache is full, and stops counting its bytes', async () => {
  const names = Array.from({ length: 40 }, (_, nth) => `n${nth}`);
  const text = 'Letters and more letters. '.repeat(60);
  for (const name of names) {
    await keepPage(`/card/${name}`, `card:${name}`, text);
    // An encoding other than the main one must be dropped with its page.
    expect(await get(`/card/${name}`)).toBe(text);
    expect(await get('/card/n0')).toBe(text);
  }
  expect(await get('/card/n1')).toBe('rendered anew');
  const { entries, bytes } = pages.measure();
  expect(entries).toBeLessThan(names.length);
  expect(entries).toBeGreaterThan(5);
  expect(bytes).toBeLessThanOrEqual(PAGE_BYTES_MAX + entries * (text.length + 512));
  for (const name of names) pages.invalidate(`card:${name}`);
  expect(pages.measure()).toEqual({ bytes: 0, entries: 0 });
});

it('can keep a dropped page again, with the tags it then has', async () => {
  await keepPage('/card/a', 'card:a', 'first');
  await keepPage('/card/a2', 'card:a', 'second');
  pages.invalidate('card:a');
  await keepPage('/card/a', 'user:ada', 'third');
  pages.invalidate('card:a');
  expect(await get('/card/a')).toBe('third');
  pages.invalidate('user:ada');
  expect(await get('/card/a')).toBe('rendered anew');
});

it('keeps no page larger than the cache', async () => {
  const noise = Array.from({ length: 8_000 }, (_, nth) => Math.sin(nth).toString(36)).join('');
  await keepPage('/card/a', 'card:a', noise);
  expect(await get('/card/a')).toBe('rendered anew');
  expect(pages.measure()).toEqual({ bytes: 0, entries: 0 });
});

it('treats every tag as invalidated once there were too many to remember them all', () => {
  const forgotten = createInvalidations();
  const before = forgotten.now();
  forgotten.add('card:first');
  for (let nth = 0; nth < 20_000; nth += 1) forgotten.add(`card:${nth}`);
  expect(forgotten.hasAny(['card:never named'], before)).toBe(true);
  expect(forgotten.hasAny(['card:never named'], forgotten.now())).toBe(false);
});
