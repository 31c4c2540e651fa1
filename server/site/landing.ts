import type { VisitorContext } from '#server/context.ts';
import type { CachedPage } from '#server/infra/http/page-cache.ts';
import { SHARED_FOR_A_MOMENT, toSource } from '#server/site/page-source.ts';
import { contentDisposition, vcardFileName } from '#shared/file-names.ts';
import { toVcard } from '#shared/vcard.ts';
import { EXAMPLE_VCARD } from '#site/landing/ExampleActions.tsx';
import { EXAMPLE_CARD } from '#site/landing/sample.ts';
import { renderLanding, renderLogos } from '#site/render.tsx';

/** The pages that are the same for everybody: kept until the process ends. */

export function landingPage(ctx: VisitorContext): Promise<CachedPage> {
  return ctx.pages.render('/', new Set(), async () =>
    toSource(renderLanding(ctx.asker.origin), 200, SHARED_FOR_A_MOMENT),
  );
}

export function logoPage(ctx: VisitorContext): Promise<CachedPage> {
  return ctx.pages.render('/logo-preview', new Set(), async () =>
    toSource(renderLogos(), 200, SHARED_FOR_A_MOMENT),
  );
}

/** The example's contact file, so that Save Contact does on the front page what it does on every card. */
export function exampleContactFile(ctx: VisitorContext): Promise<CachedPage> {
  return ctx.pages.render(EXAMPLE_VCARD, new Set(), async () => ({
    status: 200,
    contentType: 'text/vcard; charset=utf-8',
    body: toVcard(EXAMPLE_CARD, { url: `${ctx.asker.origin}/#example`, revision: EXAMPLE_CARD.updatedAt }),
    headers: {
      'cache-control': SHARED_FOR_A_MOMENT,
      'content-disposition': contentDisposition(vcardFileName(EXAMPLE_CARD.fullName)),
      'x-content-type-options': 'nosniff',
    },
  }));
}
