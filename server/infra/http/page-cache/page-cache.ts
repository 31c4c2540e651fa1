import type { IncomingMessage, ServerResponse } from 'node:http';
import { createPageCompressor, type PageCompressor } from '#server/infra/http/page-cache/page-compressor.ts';
import {
  ALWAYS,
  createFreshness,
  type Freshness,
  type ReadVersions,
} from '#server/infra/http/page-cache/page-freshness.ts';
import { createPageSender, type PageSender, rawHeader } from '#server/infra/http/page-cache/page-sender.ts';
import {
  createInvalidations,
  createPageStore,
  type Invalidations,
  type PageStore,
  type ShareName,
  type StoredPage,
} from '#server/infra/http/page-cache/page-store.ts';
import { type Coding, makeAnswer, type PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';

/**
 * Public pages, rendered once and kept in memory. This is the product's hot path: a hit is served before the router
 * runs, whatever follows the "?". Entries carry tags ("card:…", "user:…") and are dropped when a tag is invalidated.
 */

/** The result of a render. */
export interface Rendered {
  page: PreparedPage;
  /**
   * Its share of the cache, the versions of its tags (none for a page that never changes), and how long it holds, if it
   * tells the time. Without it the page is sent once and not kept.
   */
  kept?: { share: ShareName; versions: ReadonlyMap<string, string>; forMs?: number };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
/** Writes the parameters that a page depends on in canonical form; null for unknown ones. */
type CanonicalQuery = (query: URLSearchParams) => string | null;

export interface PageCache {
  /**
   * Responds from memory; false when the page is not there. `next` takes a request whose page turns out to be outdated.
   */
  serve(request: IncomingMessage, response: ServerResponse, next: Listener): boolean;
  /** Writes a prepared page. */
  send(page: PreparedPage, request: IncomingMessage, response: ServerResponse): void;
  /** The best encoding for a request. */
  chooseCoding(request: IncomingMessage): Coding;
  /** Prepares a page that stays in memory until the process ends. */
  keep(page: PreparedPage): void;
  /** The page kept under a key, or being rendered for it. */
  find(key: string): Promise<PreparedPage | null>;
  /**
   * Returns the page kept under `key`, a path. Otherwise renders it as a stranger sees it, once for all requests in the
   * meantime, and keeps it unless one of its tags has been invalidated since.
   */
  render(key: string, render: () => Promise<Rendered>): Promise<PreparedPage>;
  /** Paths with these endings, or of this form, depend on parameters: their keys are `path?canonical`. */
  varyByQuery(paths: string | RegExp, canonical: CanonicalQuery): void;
  /** URLs with this in their query go to the router, even if a page is kept. */
  leaveToRouter(parameter: string): void;
  invalidate(tag: string): void;
  /** Change notifications are lost: kept pages are checked before they are sent. */
  pause(): void;
  /** Change notifications are back. */
  resume(): void;
  /** Keys of the pages read most recently and most often, most-read first. */
  listMostRead(most: number): string[];
  /** Bytes and number of kept pages. */
  measure(): { bytes: number; entries: number };
  /** Since the start; `unchecked`: sent although the database could not be asked whether they still hold. */
  count(): { hits: number; misses: number; unchecked: number; isHearing: boolean };
}

const MEBIBYTE = 1024 * 1024;

/** Capacity in bytes of each share, and of rarely requested encodings. */
const BYTES: Record<ShareName | 'variant', number> = {
  page: 56 * MEBIBYTE,
  variant: 8 * MEBIBYTE,
  missing: 2 * MEBIBYTE,
  contactFile: 16 * MEBIBYTE,
  code: 8 * MEBIBYTE,
  preview: 16 * MEBIBYTE,
};

export interface PageCacheOptions {
  readVersions: ReadVersions;
  bytes?: Partial<typeof BYTES>;
  /** Headers of every response, alternating name and value. */
  everyHeader?: readonly string[];
  /** In milliseconds; never set back. */
  now?: () => number;
}

export function createPageCache({
  readVersions,
  bytes = {},
  everyHeader = [],
  now = () => performance.now(),
}: PageCacheOptions): PageCache {
  const room = { ...BYTES, ...bytes };
  const sender = createPageSender(room.variant, everyHeader);
  const freshness = createFreshness(readVersions, now);
  const invalidations = createInvalidations();
  const compressor = createPageCompressor();
  const store = createPageStore(room, releaseFrom(sender, compressor));
  const varying = createVarying();

  const parts = { sender, compressor, freshness, invalidations, store, now };
  const isCurrent = createCheck(parts);
  const flights = createFlights(createPageMaker(parts));
  const served = createServing(parts, varying.find, isCurrent);

  return {
    send: sender.send,
    keep: sender.keep,
    chooseCoding: sender.chooseCoding,
    serve: served.serve,
    async find(key) {
      const entry = store.find(key);
      if (entry && (await isCurrent(entry))) return entry.page;
      return flights.find(key);
    },
    async render(key, render) {
      const entry = store.find(key);
      if (entry && (await isCurrent(entry))) return entry.page;
      return flights.join(key, render);
    },
    varyByQuery: varying.add,
    leaveToRouter: varying.leave,
    invalidate(tag) {
      invalidations.add(tag);
      // Later requests must not get data that was read before this.
      flights.clear();
      store.dropTag(tag);
    },
    pause: () => freshness.lose(store.entries()),
    resume: freshness.hear,
    listMostRead: store.listMostRead,
    measure: () => ({ bytes: store.size() + sender.size(), entries: store.entries().length }),
    count: () => ({ hits: served.count(), misses: flights.count(), ...freshness.count() }),
  };
}

const releaseFrom =
  (...holders: { release(page: PreparedPage): void }[]) =>
  (page: PreparedPage) => {
    for (const holder of holders) holder.release(page);
  };

interface Parts {
  sender: PageSender;
  compressor: PageCompressor;
  freshness: Freshness;
  invalidations: Invalidations;
  store: PageStore;
  now: () => number;
}

/** Compressing a page further costs as much as ten renders, so a page that is read once, as by a crawler, goes without. */
const COMPRESSED_FROM_READS = 3;

/** Serves kept pages, and counts them. */
function createServing(
  { sender, compressor, freshness, store, now }: Parts,
  find: (url: string, find: PageStore['find']) => StoredPage | undefined,
  isCurrent: (entry: StoredPage) => Promise<boolean>,
) {
  let hits = 0;
  const compressFurther = ({ share, page }: StoredPage) => {
    if (share === 'page' && page.isCompressible) compressor.add(page);
  };
  const serve: PageCache['serve'] = (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const entry = find(request.url ?? '', store.find);
    if (!entry) return false;
    // A page that strangers cannot see may exist for its owner.
    if (entry.share === 'missing' && rawHeader(request, 'cookie') !== undefined) return false;
    entry.reads += 1;
    hits += 1;
    if (entry.reads >= COMPRESSED_FROM_READS) compressFurther(entry);
    if (freshness.isFresh(entry) && !isOver(entry, now())) sender.send(entry.page, request, response);
    else
      void isCurrent(entry).then((isRight) =>
        isRight ? sender.send(entry.page, request, response) : next(request, response),
      );
    return true;
  };
  return { serve, count: () => hits };
}

const isOver = ({ endsAt }: StoredPage, now: number) => endsAt !== undefined && now >= endsAt;

/** True if a kept page may be sent; drops it if not. */
const createCheck =
  ({ freshness, store, now }: Pick<Parts, 'freshness' | 'store' | 'now'>) =>
  async (entry: StoredPage): Promise<boolean> => {
    const mayBeSent = !isOver(entry, now()) && (await freshness.mayBeSent(entry));
    if (!mayBeSent) store.drop(entry);
    // It may have been invalidated during the check.
    return mayBeSent && store.has(entry);
  };

/** Renders a page and keeps it, unless one of its tags was invalidated in the meantime. */
const createPageMaker =
  ({ sender, freshness, invalidations, store, now }: Parts): MakePage =>
  async (key, render) => {
    const readAt = { at: invalidations.now(), stamp: freshness.stamp(), checkedAt: now() };
    const { page, kept } = await render();
    if (!kept) return page;
    if (page.isCompressible) await makeAnswer(page, 'br');
    if (invalidations.hasAny(kept.versions.keys(), readAt.at)) return page;
    sender.keep(page);
    const { checkedAt } = readAt;
    const stamp = kept.versions.size === 0 ? ALWAYS : readAt.stamp;
    const { forMs, ...shared } = kept;
    const end = forMs === undefined ? {} : { endsAt: checkedAt + forMs };
    store.add({ ...shared, ...end, key, page, checkedAt, stamp, reads: 1 });
    return page;
  };

type MakePage = (key: string, render: () => Promise<Rendered>) => Promise<PreparedPage>;

/** Pages being rendered, each once for all requests in the meantime. */
function createFlights(make: MakePage) {
  const flights = new Map<string, Promise<PreparedPage>>();
  let started = 0;
  return {
    find: async (key: string): Promise<PreparedPage | null> => flights.get(key) ?? null,
    join(key: string, render: () => Promise<Rendered>): Promise<PreparedPage> {
      const known = flights.get(key);
      if (known) return known;
      started += 1;
      const flight = make(key, render).finally(() => {
        if (flights.get(key) === flight) flights.delete(key);
      });
      flights.set(key, flight);
      return flight;
    },
    /** Later requests start a new render. */
    clear: () => flights.clear(),
    /** How many were begun. */
    count: () => started,
  };
}

/** Finds entries by URL; parameters count only for pages that depend on them. */
function createVarying() {
  const varied: { paths: string | RegExp; canonical: CanonicalQuery }[] = [];
  const left: string[] = [];
  return {
    leave: (parameter: string) => void left.push(parameter),
    add: (paths: string | RegExp, canonical: CanonicalQuery) => void varied.push({ paths, canonical }),
    find(url: string, find: (key: string) => StoredPage | undefined): StoredPage | undefined {
      const at = url.indexOf('?');
      const path = at < 0 ? url : url.slice(0, at);
      if (at >= 0 && left.some((parameter) => url.includes(parameter, at))) return undefined;
      const entry = find(path);
      if (entry) return entry;
      const found = varied.find(({ paths }) =>
        typeof paths === 'string' ? path.endsWith(paths) : paths.test(path),
      );
      const query = found?.canonical(new URLSearchParams(at < 0 ? '' : url.slice(at)));
      return query == null ? undefined : find(`${path}?${query}`);
    },
  };
}
