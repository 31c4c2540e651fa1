import type { AppContext } from '#server/context.ts';
import type { Rendered } from '#server/infra/http/page-cache/page-cache.ts';
import { MINUTE_MS } from '#shared/formats/time.ts';
import type { Tax } from '#shared/money/billing.ts';
import { type Priced, readTax, taxOf } from './price.ts';

/** The tax beside the price, for pages that are there while the database is not: they never wait for it. */

declare module '#server/context.ts' {
  interface AppContext {
    taxCache: TaxCache;
  }
}

export interface TaxCache {
  /** The tax as it was last read. It is read again beside the request if that is a minute ago. */
  get(): Tax;
  /** Remembers the tax of a price that was just read, and drops the pages that name another one. */
  learn(price: Priced): void;
  /** Reads the tax. What keeps it from that keeps nothing else from starting. */
  start(): Promise<void>;
}

const TAG = 'tax';

/** How pages that name this tax are kept. Another process may learn of another tax. */
export const keptWith = (tax: Tax): Rendered['kept'] =>
  tax === 'none'
    ? { share: 'page', versions: new Map() }
    : { share: 'page', versions: new Map([[TAG, '']]), forMs: MINUTE_MS };

/** `appOf` is called once there is an app, which starts it before it serves. */
export function createTaxCache(appOf: () => AppContext): TaxCache {
  let tax: Tax = 'exclusive';
  let readAt = 0;
  const change = (found: Tax) => {
    if (found === tax) return;
    tax = found;
    appOf().pages.invalidate(TAG);
  };
  async function refresh(): Promise<void> {
    const { readDb, billing } = appOf();
    const begunAt = performance.now();
    readAt = begunAt;
    const found = await readTax({ db: readDb, billing });
    // Another may have been learned meanwhile.
    if (readAt === begunAt) change(found);
  }
  return {
    get() {
      // While the database gives no answer, the last one holds.
      if (performance.now() - readAt >= MINUTE_MS) refresh().catch(() => {});
      return tax;
    },
    learn(price) {
      readAt = performance.now();
      change(taxOf(appOf().billing, price));
    },
    start: () => refresh().catch(() => {}),
  };
}
