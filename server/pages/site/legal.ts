import { canPreview } from '#server/access/can.ts';
import type { VisitorContext } from '#server/context.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, SHARED_FOR_A_MOMENT, toSource } from '#server/infra/http/page-source.ts';
import { keptWith } from '#server/money/billing/price/tax-cache.ts';
import { listLegalPages, readLegalFacts } from '#server/pages/legal/legal-facts.ts';
import type { Tax } from '#shared/money/billing.ts';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import { renderLegal } from '#site/render.tsx';
import { notFoundPage } from './pages.ts';

/** The legal pages: for everyone once the seller is set, before that for administrators only. */

/** A legal page, or the address of the operator's own one. */
export async function legalPage(
  ctx: VisitorContext,
  name: keyof typeof legalPaths,
): Promise<PreparedPage | string> {
  const pages = listLegalPages(ctx.config);
  // The operator has none of their own: ours goes with the imprint, as it names the seller.
  const published = name === 'processing' ? pages.imprintUrl && legalPaths.processing : pages[`${name}Url`];
  if (published && published !== legalPaths[name]) return published;
  const render = (tax: Tax, cacheControl: string) => {
    const facts = readLegalFacts(ctx.config, ctx.requester.origin, tax);
    return preparePage(toSource(renderLegal(name, facts), 200, cacheControl));
  };
  if (published) {
    return ctx.pages.render(published, async () => {
      const tax = ctx.taxCache.get();
      return { page: render(tax, SHARED_FOR_A_MOMENT), kept: keptWith(tax) };
    });
  }
  return canPreview(ctx) ? render(ctx.taxCache.get(), NOT_KEPT) : notFoundPage(ctx);
}
