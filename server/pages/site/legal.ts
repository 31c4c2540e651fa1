import { canPreview } from '#server/access/can.ts';
import type { VisitorContext } from '#server/context.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, SHARED_FOR_A_MOMENT, toSource } from '#server/infra/http/page-source.ts';
import { readTaxForPage, TAX_KEPT_MS } from '#server/money/billing/price/price.ts';
import { listLegalPages, readLegalFacts } from '#server/pages/legal/legal-facts.ts';
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
  const render = async (cacheControl: string) => {
    const facts = readLegalFacts(ctx.config, ctx.requester.origin, await readTaxForPage(ctx));
    return preparePage(toSource(renderLegal(name, facts), 200, cacheControl));
  };
  if (published) {
    return ctx.pages.render(published, async () => ({
      page: await render(SHARED_FOR_A_MOMENT),
      kept: { share: 'page', versions: new Map(), forMs: TAX_KEPT_MS },
    }));
  }
  return canPreview(ctx) ? render(NOT_KEPT) : notFoundPage(ctx);
}
