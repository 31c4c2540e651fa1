import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { replyWithError, toRefusal } from '#server/infra/http/errors.ts';
import type { PreparedPage } from '#server/infra/http/page-cache/prepared-page.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { nothingHere } from '#server/infra/http/refusals.ts';
import { isNavigation, readRequester } from '#server/infra/http/requester.ts';
import { aliasPage } from '#server/pages/site/alias-pages.ts';
import { sendExampleFilm } from '#server/pages/site/film.ts';
import { exampleContactFile, landingPage, logoPage } from '#server/pages/site/landing.ts';
import { legalPage } from '#server/pages/site/legal.ts';
import { cardPage, notFoundPage, printStyles, troublePage } from '#server/pages/site/pages.ts';
import { portfolioPage } from '#server/pages/site/portfolio.ts';
import { previewImage } from '#server/pages/site/preview-image.ts';
import { readContext, readId } from '#server/pages/site/read-request.ts';
import { robotsFile, sitemapFile } from '#server/pages/site/robots.ts';
import { SIGNATURE_FILES, signaturePicture } from '#server/pages/site/signature-picture.ts';
import { touchIcon } from '#server/pages/site/touch-icon.ts';
import { walletPage } from '#server/pages/site/wallet-page.ts';
import type { AliasKind } from '#shared/accounts/aliases.ts';
import { TEMPLATES } from '#shared/contract/constants.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import { printPath } from '#site/card/card-css.ts';
import { EXAMPLE_VCARD } from '#site/landing/ExampleActions.tsx';
import { EXAMPLE_FILM } from '#site/landing/sample.ts';

export function siteRoutes(server: FastifyInstance, app: AppContext): void {
  const page = (render: (ctx: VisitorContext, id: string) => Promise<PreparedPage>) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await readContext(app, request, reply);
      return writePage(app.pages, await render(ctx, readId(request)), request, reply);
    };
  };
  server.get('/', page(landingPage));
  server.get(EXAMPLE_VCARD, page(exampleContactFile));
  server.get(EXAMPLE_FILM, sendExampleFilm);
  server.get('/logo-preview', page(logoPage));
  server.get('/portfolio/:username', async (request, reply) => {
    const ctx = await readContext(app, request, reply);
    const { username } = request.params as { username: string };
    return writePage(app.pages, await portfolioPage(ctx, cleanText(username)), request, reply);
  });
  serveAlias(server, app, '/:name', 'username');
  serveAlias(server, app, '/c/:name', 'card');
  serveLegal(server, app);
  server.get('/robots.txt', page(robotsFile));
  server.get('/sitemap.xml', page(sitemapFile));
  for (const template of TEMPLATES) {
    server.get(
      printPath(template),
      page((ctx) => printStyles(ctx, template)),
    );
  }
  server.get('/card/:id', page(cardPage));
  server.get('/card/:id/wallet', async (request, reply) => {
    const ctx = await readContext(app, request, reply);
    const { to } = request.query as Record<string, unknown>;
    const page = await walletPage(ctx, readId(request), to);
    if (typeof page === 'string') return reply.header('cache-control', 'no-store').redirect(page, 303);
    return writePage(app.pages, page, request, reply);
  });
  server.get('/card/:id/preview.png', page(previewImage));
  server.get('/card/:id/icon.png', page(touchIcon));
  for (const file of SIGNATURE_FILES) {
    server.get(
      `/card/:id/signature/${file}`,
      page((ctx, id) => signaturePicture(ctx, id, file)),
    );
  }
  server.setNotFoundHandler((request, reply) => replyNothingHere(app, request, reply));
}

/** Short addresses. Our own paths are found first: `server/accounts/aliases/reserved.ts` keeps names from colliding with it. */
function serveAlias(server: FastifyInstance, app: AppContext, path: string, kind: AliasKind): void {
  server.get(path, async (request, reply) => {
    const ctx = await readContext(app, request, reply);
    const { name } = request.params as { name: string };
    return writePage(app.pages, await aliasPage(ctx, kind, { name, url: request.url }), request, reply);
  });
}

/** The operator's own page wins over ours, wherever someone finds our address. */
function serveLegal(server: FastifyInstance, app: AppContext): void {
  for (const name of ['imprint', 'terms', 'privacy', 'processing'] as const) {
    server.get(legalPaths[name], async (request, reply) => {
      const ctx = await readContext(app, request, reply);
      const page = await legalPage(ctx, name);
      if (typeof page === 'string') return reply.header('cache-control', 'no-store').redirect(page, 303);
      return writePage(app.pages, page, request, reply);
    });
  }
}

/**
 * The response to an error: for browsers, our own failures and limits are pages, also where a link leads to a file of the
 * API; everything else is a JSON error.
 */
export function replyWithTrouble(
  app: AppContext,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error, request, app.log);
  const isPassing = refusal.status >= 500 || refusal.status === 429;
  // A form refused before it was read has no page of its own: none of its values are known.
  const isForm = request.method === 'POST' && !request.url.startsWith('/api/');
  const isOurs = request.method === 'GET' ? isPassing : isForm;
  if (!isOurs || !isNavigation(readRequester(request, app.config)))
    return replyWithError(refusal, request, reply, app.log);
  return writePage(app.pages, troublePage(refusal), request, reply);
}

/** The response to an unknown or unreadable address: the 404 page for browsers, a JSON error for API clients. */
export async function replyNothingHere(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (!request.url.startsWith('/api/') && ['GET', 'HEAD'].includes(request.method)) {
    return writePage(app.pages, await notFoundPage(app), request, reply);
  }
  return replyWithError(nothingHere(), request, reply, app.log);
}
