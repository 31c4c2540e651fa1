import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { LRUCache } from 'lru-cache';

/**
 * Rendered public pages, compressed once and kept in memory. The hot path of the product: a hit is answered before
 * the router runs. Entries carry tags ("card:…", "user:…") and go the moment a tag is forgotten.
 */

export interface CachedPage {
  status: number;
  contentType: string;
  etag: string;
  headers: Record<string, string>;
  identity: Buffer;
  gzip: Buffer;
  brotli: Buffer;
}

export interface PageSource {
  status: number;
  contentType: string;
  body: string | Buffer;
  headers: Record<string, string>;
  /** The body compressed beforehand. */
  brotli?: Buffer | undefined;
}

export interface PageCache {
  /** Answers from memory; false when the page is not there. */
  serve(request: IncomingMessage, response: ServerResponse): boolean;
  /**
   * The page kept under `key`, a path; else renders it and keeps it, unless it says `no-store` (it is for one person's
   * eyes) or one of `tags` was forgotten meanwhile.
   * `tags` may grow until `render` returns: the owner is often known only after the card was read.
   */
  render(key: string, tags: Set<string>, render: () => Promise<PageSource>): Promise<CachedPage>;
  forget(tag: string): void;
  /** While the process cannot hear of changes made elsewhere, nothing may be kept. */
  pause(): void;
  resume(): void;
}

const MEBIBYTE = 1024 * 1024;

/** Compresses a page and computes its ETag and headers. */
export function preparePage(source: PageSource): CachedPage {
  const identity = Buffer.from(source.body);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return {
    status: source.status,
    contentType: source.contentType,
    etag,
    headers: source.headers,
    identity,
    gzip: gzipSync(identity, { level: 6 }),
    brotli:
      source.brotli ??
      brotliCompressSync(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }),
  };
}

/** A coding that is named, and not with the weight 0, which forbids it (RFC 9110, section 12.5.3). */
const accepting = (coding: string) =>
  new RegExp(`(?:^|[\\s,])${coding}\\s*(?:,|$|;(?!\\s*q=0(?:\\.0*)?\\s*(?:,|$)))`, 'i');
const ACCEPTS_BROTLI = accepting('br');
const ACCEPTS_GZIP = accepting('gzip');

function bodyFor(page: CachedPage, acceptEncoding = ''): { body: Buffer; encoding?: string } {
  if (ACCEPTS_BROTLI.test(acceptEncoding)) return { body: page.brotli, encoding: 'br' };
  if (ACCEPTS_GZIP.test(acceptEncoding)) return { body: page.gzip, encoding: 'gzip' };
  return { body: page.identity };
}

/** Writes a page: 304 when the visitor has it, the best encoding otherwise, no body for HEAD. */
export function sendPage(page: CachedPage, request: IncomingMessage, response: ServerResponse): void {
  const headers: Record<string, string | number> = {
    ...page.headers,
    etag: page.etag,
    vary: 'Accept-Encoding',
  };
  if (page.status === 200 && request.headers['if-none-match']?.includes(page.etag)) {
    response.writeHead(304, headers).end();
    return;
  }
  const { body, encoding } = bodyFor(page, request.headers['accept-encoding']);
  headers['content-type'] = page.contentType;
  headers['content-length'] = body.length;
  if (encoding) headers['content-encoding'] = encoding;
  response.writeHead(page.status, headers);
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** An LRU of rendered pages of at most `maxBytes`, all encodings counted. */
export function createPageCache(maxBytes = 64 * MEBIBYTE): PageCache {
  const keysOfTag = new Map<string, Set<string>>();
  const tagsOfKey = new Map<string, Set<string>>();
  /** Counts what was forgotten, so that a page rendered from older data is never kept. */
  const forgotten = new LRUCache<string, number>({ max: 100_000 });
  let clock = 0;
  let pausedAt = 0;
  let isPaused = false;

  const unlink = (key: string) => {
    for (const tag of tagsOfKey.get(key) ?? []) {
      const keys = keysOfTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysOfTag.delete(tag);
    }
    tagsOfKey.delete(key);
  };
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.identity.length + page.gzip.length + page.brotli.length + 1024,
    dispose: (_page, key, reason) => {
      if (reason !== 'set') unlink(key);
    },
  });

  return {
    serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const page = pages.get(request.url ?? '');
      if (!page) return false;
      sendPage(page, request, response);
      return true;
    },
    async render(key, tags, render) {
      const kept = pages.get(key);
      if (kept) return kept;
      const startedAt = clock;
      const page = preparePage(await render());
      const isStale =
        isPaused || pausedAt > startedAt || [...tags].some((tag) => (forgotten.get(tag) ?? 0) > startedAt);
      const isForAll = page.status === 200 && page.headers['cache-control'] !== 'no-store';
      if (isForAll && !isStale) {
        unlink(key);
        pages.set(key, page);
        tagsOfKey.set(key, tags);
        for (const tag of tags) keysOfTag.set(tag, (keysOfTag.get(tag) ?? new Set()).add(key));
      }
      return page;
    },
    forget(tag) {
      clock += 1;
      forgotten.set(tag, clock);
      for (const key of [...(keysOfTag.get(tag) ?? [])]) pages.delete(key);
    },
    pause() {
      clock += 1;
      pausedAt = clock;
      isPaused = true;
      pages.clear();
    },
    resume() {
      isPaused = false;
    },
  };
}
