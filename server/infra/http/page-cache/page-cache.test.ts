import { createHook } from 'node:async_hooks';
import { request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPageCache, type PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { DAY_MS } from '#shared/formats/time.ts';
import { servePages } from '#test/serve-pages.ts';

/** The cache by itself, in front of a listener that responds with "rendered anew". */

let time: number;
let versions: Map<string, string>;
/** The database's reaction when it is asked for versions. */
let database: 'answers' | 'refuses' | 'is silent';
let asked: string[][];
let pages: PageCache;
let server: Server;

const body = 'A page that is long enough. '.repeat(100);

beforeEach(async () => {
  time = 1_000_000;
  versions = new Map([['card:a', '1']]);
  database = 'answers';
  asked = [];
  pages = createPageCache({
    now: () => time,
    everyHeader: ['strict-transport-security', 'max-age=1'],
    bytes: { page: 100_000, missing: 10_000 },
    async readVersions(tags) {
      asked.push(tags);
      if (database === 'is silent') return new Promise(() => {});
      if (database === 'refuses') throw new Error('away');
      return versions;
    },
  });
  pages.resume();
  server = await servePages(pages);
});
afterEach(() => server.close());

const sourceOf = (text: string, status = 200) =>
  preparePage({ status, contentType: 'text/html; charset=utf-8', body: text, headers: { 'x-own': 'yes' } });

const keep = (key = '/card/a', tag = 'card:a', text = body) =>
  pages.render(key, async () => ({
    page: sourceOf(text),
    kept: { share: 'page', versions: new Map([[tag, versions.get(tag) ?? '']]) },
  }));

interface Got {
  status: number | undefined;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
}

const unpack = (bytes: Buffer, coding: string | undefined) =>
  coding === 'br' ? brotliDecompressSync(bytes) : coding === 'gzip' ? gunzipSync(bytes) : bytes;

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    ask({ port, path, headers, method }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      const plain = method === 'HEAD' ? '' : unpack(bytes, response.headers['content-encoding']);
      resolve({ status: response.statusCode, headers: response.headers, bytes, text: String(plain) });
    })
      .on('error', reject)
      .end();
  });
}

it.each([
  ['br', 'gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip;q=1.0, br;q=0', 'gzip'],
  ['no coding', 'identity', undefined],
  ['no coding where none is named', '', undefined],
])('responds in %s', async (_name, accepted, coding) => {
  await keep();
  for (let round = 0; round < 2; round += 1) {
    const { status, headers, text } = await get('/card/a', { 'accept-encoding': accepted });
    expect([status, text, headers['content-encoding']]).toEqual([200, body, coding]);
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'x-own': 'yes' });
    expect(headers['strict-transport-security']).toBe('max-age=1');
  }
});

it('makes an encoding once, however many ask for it at once and later', { tags: ['thorough'] }, async () => {
  const { answers } = await keep();
  const first = answers.br;
  for (let read = 0; read < 3; read += 1) await get('/card/a', { 'accept-encoding': 'br' });
  await expect.poll(() => answers.br).not.toBe(first);
  const made: string[] = [];
  const hook = createHook({ init: (_id, type) => void (type === 'ZLIB' && made.push(type)) }).enable();
  try {
    for (const coding of ['gzip', 'identity']) {
      for (let round = 0; round < 3; round += 1) {
        const got = await Promise.all(
          Array.from({ length: 32 }, () => get('/card/a', { 'accept-encoding': coding }, 'HEAD')),
        );
        expect(new Set(got.map(({ headers }) => headers['content-length'])).size).toBe(1);
      }
    }
  } finally {
    hook.disable();
  }
  // The page is kept in brotli: it is expanded for each of the two, and compressed for one.
  expect(made).toHaveLength(3);
});

it('responds to HEAD with the length and no body', async () => {
  await keep();
  const { bytes } = await get('/card/a', { 'accept-encoding': 'gzip' });
  const head = await get('/card/a', { 'accept-encoding': 'gzip' }, 'HEAD');
  expect([head.status, head.headers['content-length'], head.bytes.length]).toEqual([
    200,
    String(bytes.length),
    0,
  ]);
});

it('responds with 304 if the client has the page: by its ETag, weak or not, in a list, or by “*”', async () => {
  await keep();
  const etag = String((await get('/card/a')).headers.etag);
  const strong = etag.replace('W/', '');
  for (const held of [etag, strong, `"x", ${etag}`, `${strong} , "y"`, '*', ' * ']) {
    const answer = await get('/card/a', { 'if-none-match': held });
    expect([answer.status, answer.bytes.length, answer.headers.etag]).toEqual([304, 0, etag]);
  }
  for (const other of ['"other"', etag.replaceAll('"', ''), `${strong.slice(0, -2)}"`]) {
    expect((await get('/card/a', { 'if-none-match': other })).status).toBe(200);
  }
});

it('serves the same page whatever follows the "?", and keeps it once', async () => {
  await keep();
  const { entries } = pages.measure();
  for (const query of ['?', '?utm_source=x&fbclid=1', '?via=qr', `?${'n'.repeat(3000)}`]) {
    expect((await get(`/card/a${query}`)).text).toBe(body);
  }
  expect(pages.measure().entries).toBe(entries);
});

it('leaves the configured URLs, and all but reads, to the router', async () => {
  await keep();
  pages.leaveToRouter('admin=true');
  expect((await get('/card/a?x=1&admin=true')).text).toBe('rendered anew');
  expect((await get('/card/a', {}, 'POST')).text).toBe('rendered anew');
});

it('renders once for a hundred simultaneous requests', async () => {
  let renders = 0;
  const render = async () => {
    renders += 1;
    return { page: sourceOf(body), kept: { share: 'page' as const, versions: new Map() } };
  };
  const all = await Promise.all(Array.from({ length: 100 }, () => pages.render('/', render)));
  expect([renders, new Set(all).size]).toEqual([1, 1]);
});

it('never serves later requests a page that was being rendered when its card changed', async () => {
  let finish = () => {};
  const reading = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const older = pages.render('/card/a', async () => {
    await reading;
    return { page: sourceOf('older'), kept: { share: 'page', versions: new Map([['card:a', '1']]) } };
  });
  pages.invalidate('card:a');
  const newer = await keep('/card/a', 'card:a', 'newer');
  finish();
  expect(await older).not.toBe(newer);
  expect((await get('/card/a')).text).toBe('newer');
});

it('tries again after a failed render', async () => {
  const failing = () => pages.render('/card/a', () => Promise.reject(new Error('away')));
  await expect(failing()).rejects.toThrow('away');
  expect((await keep()).status).toBe(200);
});

it('keeps 404 pages in a share of their own, and never sends them to users with a session', async () => {
  await keep();
  for (let n = 0; n < 200; n += 1) {
    await pages.render(`/card/none${n}`, async () => ({
      page: sourceOf('none', 404),
      kept: { share: 'missing', versions: new Map([[`card:none${n}`, '']]) },
    }));
  }
  expect(pages.measure().entries).toBeLessThan(30);
  expect((await get('/card/a')).text).toBe(body);
  expect(await get('/card/none199')).toMatchObject({ status: 404, text: 'none' });
  expect((await get('/card/none199', { cookie: 'goldleaf_session=x' })).text).toBe('rendered anew');
  pages.invalidate('card:none199');
  expect((await get('/card/none199')).text).toBe('rendered anew');
});

it('keeps what is sent often: not three encodings of a page that was read in one', async () => {
  await keep();
  const { bytes } = pages.measure();
  expect(bytes).toBeLessThan(2048);
  await get('/card/a', { 'accept-encoding': 'gzip' });
  expect(pages.measure().bytes).toBeGreaterThan(bytes);
  pages.invalidate('card:a');
  expect(pages.measure()).toEqual({ bytes: 0, entries: 0 });
});

it('checks a page’s version at most once a second while change notifications are lost', async () => {
  await keep();
  pages.pause();
  time += 1_001;
  expect((await get('/card/a')).text).toBe(body);
  expect((await get('/card/a')).text).toBe(body);
  expect(asked).toEqual([['card:a']]);
  versions.set('card:a', '2');
  time += 999;
  expect((await get('/card/a')).text).toBe(body);
  time += 1;
  expect((await get('/card/a')).text).toBe('rendered anew');
});

it('checks pages kept from before once when change notifications return', async () => {
  await keep();
  await keep('/card/b', 'card:b');
  pages.pause();
  versions = new Map([
    ['card:a', '1'],
    ['card:b', 'changed meanwhile'],
  ]);
  pages.resume();
  expect((await get('/card/b')).text).toBe('rendered anew');
  expect((await get('/card/a')).text).toBe(body);
  const before = asked.length;
  expect((await get('/card/a')).text).toBe(body);
  expect(asked.length).toBe(before);
});

it.each(['refuses', 'is silent'] as const)(
  'serves kept pages for 24 hours while the database %s, and not a minute longer',
  async (state) => {
    await keep();
    database = state;
    pages.pause();
    time += 2_000;
    expect((await get('/card/a')).text).toBe(body);
    time += DAY_MS - 3_000;
    expect((await get('/card/a')).text).toBe(body);
    time += 2_000;
    expect((await get('/card/a')).text).toBe('rendered anew');
  },
);

it('checks an unavailable database once a second, in the background', async () => {
  await keep();
  database = 'is silent';
  pages.pause();
  time += 2_000;
  for (let n = 0; n < 50; n += 1) expect((await get('/card/a')).text).toBe(body);
  expect(asked).toHaveLength(1);
  time += 1_000;
  for (let n = 0; n < 50; n += 1) expect((await get('/card/a')).text).toBe(body);
  expect(asked).toHaveLength(2);
});

it('invalidates a page that is changed while the database is unavailable', async () => {
  await keep();
  database = 'refuses';
  pages.pause();
  pages.invalidate('card:a');
  expect((await get('/card/a')).text).toBe('rendered anew');
});

it('lists the most-read pages', async () => {
  await keep('/card/a', 'card:a');
  await keep('/card/b', 'card:b');
  for (let n = 0; n < 5; n += 1) await get('/card/b');
  expect(pages.listMostRead(1)).toEqual(['/card/b']);
});

it('renders a page that tells the time anew when it no longer holds', async () => {
  const renderAt = async (later: number) => {
    time = 1_000_000 + later;
    await pages.render('/card/a', async () => ({
      page: sourceOf(`shown at ${later}`),
      kept: { share: 'page', versions: new Map([['card:a', '1']]), forMs: 250 },
    }));
    return (await get('/card/a')).text;
  };
  expect([await renderAt(0), await renderAt(249), await renderAt(250)]).toEqual([
    'shown at 0',
    'shown at 0',
    'shown at 250',
  ]);
  time += 250;
  expect((await get('/card/a')).text).toBe('rendered anew');
});
