import { listAbilities } from '#server/abilities.ts';
import type { VisitorContext } from '#server/context.ts';
import {
  type PageSource,
  type PreparedPage,
  preparePage,
} from '#server/infra/http/page-cache/prepared-page.ts';
import { SHARED_FOR_A_MOMENT, toSource } from '#server/infra/http/page-source.ts';
import { keptWith } from '#server/money/billing/price/tax-cache.ts';
import { listLegalPages } from '#server/pages/legal/legal-facts.ts';
import { toVcard } from '#shared/cards/card-vcard.ts';
import { contentDisposition, vcardFileName } from '#shared/formats/file-names.ts';
import { EXAMPLE_VCARD } from '#site/landing/ExampleActions.tsx';
import { EXAMPLE_CARD } from '#site/landing/sample.ts';
import { renderLanding, renderLogos } from '#site/render.tsx';

/** Pages that are the same for everyone: cached until the process ends, or until the price that they name is read again. */

const keepPage = (ctx: VisitorContext, path: string, render: () => PageSource): Promise<PreparedPage> =>
  ctx.pages.render(path, async () => ({
    page: preparePage(render()),
    kept: { share: 'page', versions: new Map() },
  }));

export function landingPage(ctx: VisitorContext): Promise<PreparedPage> {
  return ctx.pages.render('/', async () => {
    const tax = ctx.taxCache.get();
    const html = renderLanding({
      origin: ctx.requester.origin,
      abilities: listAbilities(ctx),
      ...listLegalPages(ctx.config),
      contactUrl: ctx.config.operator.contactUrl,
      tax,
    });
    return { page: preparePage(toSource(html, 200, SHARED_FOR_A_MOMENT)), kept: keptWith(tax) };
  });
}

export function logoPage(ctx: VisitorContext): Promise<PreparedPage> {
  return keepPage(ctx, '/logo-preview', () => toSource(renderLogos(), 200, SHARED_FOR_A_MOMENT));
}

/** The example's contact file, so that Save Contact on the landing page works as on every card. */
export function exampleContactFile(ctx: VisitorContext): Promise<PreparedPage> {
  return keepPage(ctx, EXAMPLE_VCARD, () => ({
    status: 200,
    contentType: 'text/vcard; charset=utf-8',
    body: toVcard(EXAMPLE_CARD, {
      url: `${ctx.requester.origin}/#example`,
      revision: EXAMPLE_CARD.updatedAt,
    }),
    headers: {
      'cache-control': SHARED_FOR_A_MOMENT,
      'content-disposition': contentDisposition(vcardFileName(EXAMPLE_CARD.fullName)),
      'x-content-type-options': 'nosniff',
    },
  }));
}
