import { compressFurther, type PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';

/** Pages that are read again and again are compressed as far as brotli can, off the event loop and one at a time. */
export interface PageCompressor {
  /** May be called at every read: each page is compressed once. */
  add(page: PreparedPage): void;
  /** Called for each page that is no longer kept: none is waited for that nobody will get. */
  release(page: PreparedPage): void;
}

/** A page that cannot be compressed further is sent as it is. */
export function createPageCompressor(compress = compressFurther): PageCompressor {
  const waiting = new Set<PreparedPage>();
  const begun = new WeakSet<PreparedPage>();
  let isBusy = false;

  async function run(): Promise<void> {
    isBusy = true;
    // Visits those that join in the meantime, too.
    for (const page of waiting) {
      waiting.delete(page);
      begun.add(page);
      await compress(page).catch(() => {});
    }
    isBusy = false;
  }

  return {
    add(page) {
      if (begun.has(page)) return;
      waiting.add(page);
      if (!isBusy) void run();
    },
    release: (page) => void waiting.delete(page),
  };
}
