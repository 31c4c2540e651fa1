import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { createPageCache, type PageCache } from '#server/infra/http/page-cache/page-cache.ts';
import { createPageCompressor } from '#server/infra/http/page-cache/page-compressor.ts';
import {
  compressBytes,
  type PreparedPage,
  preparePage,
} from '#server/infra/http/page-cache/prepared-page.ts';

const sourceOf = (body: string) =>
  preparePage({ status: 200, contentType: 'text/html; charset=utf-8', body, headers: { 'x-own': 'yes' } });

/** Text with patterns, as a page has: levels of brotli differ. */
const textOf = (name: string) =>
  Array.from(
    { length: 400 },
    (_, line) => `<li class="row-${(line * 7919) % 613}">${name} ${line}</li>`,
  ).join('');

const bytesOf = ({ answers }: PreparedPage) => answers.br?.body ?? Buffer.of();

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Compressing that ends when the test says so. */
function controlled() {
  const begun: PreparedPage[] = [];
  const ends: (() => void)[] = [];
  const compressor = createPageCompressor((page) => {
    begun.push(page);
    return new Promise<void>((resolve) => ends.push(resolve));
  });
  const endFirst = async () => {
    ends.shift()?.();
    await nextTurn();
  };
  return { compressor, begun, endFirst };
}

/** Visitors who ask for a page in memory. */
function read(cache: PageCache, key: string, times: number): void {
  for (let n = 0; n < times; n += 1) {
    const request = { method: 'GET', url: key, rawHeaders: ['accept-encoding', 'br'] } as IncomingMessage;
    const response = { writeHead() {}, end() {} } as unknown as ServerResponse;
    expect(cache.serve(request, response, () => {})).toBe(true);
  }
}

it('compresses no page that fits into one packet, unless that was done beforehand', () => {
  const small = { status: 200, contentType: 'text/html', body: 'x'.repeat(1_023), headers: {} };
  expect(preparePage(small)).toMatchObject({ isCompressible: false, headers: ['etag', expect.any(String)] });
  expect(preparePage({ ...small, body: 'x'.repeat(1_024) }).isCompressible).toBe(true);
  expect(preparePage({ ...small, brotli: Buffer.of(1) }).isCompressible).toBe(true);
});

it('compresses whole whatever a page says, also what hardly gets smaller', async () => {
  for (const length of [1_024, 16_384, 65_536, 1_000_000]) {
    const texts = [textOf('Lena').repeat(length / 1_024), randomBytes(length).toString('base64url')];
    for (const bytes of texts.map((text) => Buffer.from(text).subarray(0, length))) {
      const compressed = await Promise.all([compressBytes(bytes, 'br'), compressBytes(bytes, 'br')]);
      for (const one of compressed) expect(brotliDecompressSync(one).equals(bytes)).toBe(true);
    }
  }
});

it('leaves a page as it is that is read once more, and makes it smaller when it is read again', async () => {
  const cache = createPageCache({ readVersions: async () => new Map() });
  const show = (key: string) =>
    cache.render(key, async () => ({
      page: sourceOf(textOf('Lena')),
      kept: { share: 'page', versions: new Map() },
    }));
  const [rare, often] = [await show('/card/a'), await show('/card/b')];
  const first = bytesOf(rare);
  read(cache, '/card/a', 1);
  read(cache, '/card/b', 2);
  await expect.poll(() => bytesOf(often).length).toBeLessThan(first.length);
  expect(bytesOf(rare)).toBe(first);
});

it('makes a kept page smaller, with its text, headers and ETag', async () => {
  const cache = createPageCache({ readVersions: async () => new Map(), everyHeader: ['x-every', '1'] });
  const text = textOf('Lena');
  const page = await cache.render('/card/a', async () => ({
    page: sourceOf(text),
    kept: { share: 'page', versions: new Map() },
  }));
  const { answers, etag } = page;
  const first = bytesOf(page);
  read(cache, '/card/a', 2);
  await expect.poll(() => bytesOf(page).length).toBeLessThan(first.length);
  expect(brotliDecompressSync(bytesOf(page)).toString()).toBe(text);
  expect(answers.br?.headers).toEqual(expect.arrayContaining(['x-every', 'x-own', 'content-encoding', etag]));
  expect(answers.br?.headers).toContain(String(bytesOf(page).length));
});

it('never sends what a page said before it changed', async () => {
  const cache = createPageCache({ readVersions: async () => new Map() });
  const show = (name: string) =>
    cache.render('/card/a', async () => ({
      page: sourceOf(textOf(name)),
      kept: { share: 'page', versions: new Map([['card:a', name]]) },
    }));
  for (const name of ['Lena', 'Kofi', 'Maya', 'Iris']) {
    // The page before it is still being compressed.
    cache.invalidate('card:a');
    const page = await show(name);
    read(cache, '/card/a', 2);
    const kept = await cache.find('/card/a');
    expect(kept).toBe(page);
    expect(brotliDecompressSync(bytesOf(page)).toString()).toBe(textOf(name));
  }
  const last = await cache.find('/card/a');
  const first = last?.answers.br;
  await expect.poll(() => last?.answers.br).not.toBe(first);
  expect(last && brotliDecompressSync(bytesOf(last)).toString()).toBe(textOf('Iris'));
});

it('compresses one page at a time, and none that is no longer kept', async () => {
  const { compressor, begun, endFirst } = controlled();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(sourceOf) as [
    PreparedPage,
    PreparedPage,
    PreparedPage,
    PreparedPage,
  ];
  for (const page of [a, b, c]) compressor.add(page);
  expect(begun).toEqual([a]);
  // The first is being compressed: dropping it harms nothing.
  compressor.release(a);
  compressor.release(b);
  await endFirst();
  expect(begun).toEqual([a, c]);
  compressor.add(d);
  expect(begun).toEqual([a, c]);
  await endFirst();
  expect(begun).toEqual([a, c, d]);
  await endFirst();
  for (const page of [a, c, d, b]) compressor.add(page);
  expect(begun).toEqual([a, c, d, b]);
});

it('goes on after a page that cannot be compressed', async () => {
  const begun: PreparedPage[] = [];
  const compressor = createPageCompressor(async (page) => {
    begun.push(page);
    throw new Error('out of memory');
  });
  const pages = ['a', 'b'].map(sourceOf);
  for (const page of pages) compressor.add(page);
  await expect.poll(() => begun).toEqual(pages);
});
