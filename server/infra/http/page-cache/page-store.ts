import { LRUCache } from 'lru-cache';
import type { Stamped } from '#server/infra/http/page-cache/page-freshness.ts';
import type { PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';
import { upTo } from '#server/infra/up-to.ts';

/** Kept pages by key and by tag; each share has its own capacity. */

/** Each share has its own capacity, so that 404 pages or QR codes cannot push cards out. */
export type ShareName = 'page' | 'missing' | 'contactFile' | 'code' | 'preview';

export interface StoredPage extends Stamped {
  readonly key: string;
  readonly page: PreparedPage;
  readonly share: ShareName;
  /** When it no longer holds, for a page that tells the time. */
  readonly endsAt?: number;
  reads: number;
}

export interface PageStore {
  find(key: string): StoredPage | undefined;
  has(entry: StoredPage): boolean;
  /** Keeps an entry, replacing an older one; an entry larger than its share is not kept. */
  add(entry: StoredPage): void;
  drop(entry: StoredPage): void;
  dropTag(tag: string): void;
  /** Keys of the most-read pages, most-read first; older reads count half each time this is called. */
  listMostRead(most: number): string[];
  entries(): StoredPage[];
  /** Bytes of all kept entries; approximate. */
  size(): number;
}

/** Estimated size of an entry's strings, arrays and links besides its body, and of an entry that shares its body. */
const ENTRY_BYTES = 1024;
const BARE_ENTRY_BYTES = 512;

function measurePage({ page, share }: StoredPage): number {
  // All 404 pages of a kind share one body.
  if (share === 'missing') return BARE_ENTRY_BYTES;
  const answer = page.answers.br ?? page.answers.identity;
  return ENTRY_BYTES + (answer?.body.length ?? 0);
}

/** `release` is called for each page that is no longer kept. */
export function createPageStore(
  bytes: Record<ShareName, number>,
  release: (page: PreparedPage) => void,
): PageStore {
  const entriesOfTag = new Map<string, Set<StoredPage>>();
  const unlink = (entry: StoredPage) => {
    for (const tag of entry.versions.keys()) {
      const entries = entriesOfTag.get(tag);
      entries?.delete(entry);
      if (entries?.size === 0) entriesOfTag.delete(tag);
    }
    if (entry.share !== 'missing') release(entry.page);
  };
  const openShare = (maxSize: number) =>
    new LRUCache<string, StoredPage>({ maxSize, sizeCalculation: measurePage, dispose: unlink });
  const shares: Record<ShareName, LRUCache<string, StoredPage>> = {
    page: openShare(bytes.page),
    missing: openShare(bytes.missing),
    contactFile: openShare(bytes.contactFile),
    code: openShare(bytes.code),
    preview: openShare(bytes.preview),
  };
  const all = Object.values(shares);
  const has = (entry: StoredPage) => shares[entry.share].peek(entry.key) === entry;
  const drop = (entry: StoredPage) => {
    if (has(entry)) shares[entry.share].delete(entry.key);
  };

  return {
    find(key) {
      for (const share of all) {
        const entry = share.get(key);
        if (entry) return entry;
      }
      return undefined;
    },
    has,
    add(entry) {
      shares[entry.share].set(entry.key, entry);
      if (!has(entry)) return;
      for (const tag of entry.versions.keys()) {
        entriesOfTag.set(tag, (entriesOfTag.get(tag) ?? new Set()).add(entry));
      }
    },
    drop,
    dropTag(tag) {
      for (const entry of [...(entriesOfTag.get(tag) ?? [])]) drop(entry);
    },
    listMostRead(most) {
      const entries = [...shares.page.values()].sort((a, b) => b.reads - a.reads);
      for (const entry of entries) entry.reads = Math.floor(entry.reads / 2);
      return entries.slice(0, most).map(({ key }) => key);
    },
    entries: () => all.flatMap((share) => [...share.values()]),
    size: () => all.reduce((sum, share) => sum + share.calculatedSize, 0),
  };
}

/** Remembers when each tag was invalidated, so that a page rendered from older data is never kept. */
export interface Invalidations {
  /** A point in time to compare with later. */
  now(): number;
  add(tag: string): void;
  hasAny(tags: Iterable<string>, since: number): boolean;
}

const FORGOTTEN_MAX = 20_000;

export function createInvalidations(): Invalidations {
  let clock = 0;
  /** Everything up to this point counts as invalidated, because the details were dropped to save memory. */
  let floor = 0;
  const times = new LRUCache<string, number>({
    ...upTo(FORGOTTEN_MAX),
    dispose: (time, _tag, reason) => {
      if (reason === 'evict') floor = Math.max(floor, time);
    },
  });
  return {
    now: () => clock,
    add(tag) {
      clock += 1;
      times.set(tag, clock);
    },
    hasAny(tags, since) {
      if (floor > since) return true;
      for (const tag of tags) if ((times.get(tag) ?? 0) > since) return true;
      return false;
    },
  };
}
