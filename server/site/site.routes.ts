import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App, VisitorContext } from '#server/context.ts';
import { type Admission, contextOf } from '#server/infra/http/admission.ts';
import { refusalOf, replyWithError } from '#server/infra/http/errors.ts';
import { type CachedPage, sendPage } from '#server/infra/http/page-cache.ts';
import { leaveBodyUnread, readForm } from '#server/infra/http/read-body.ts';
import { sendExampleFilm } from '#server/site/film.ts';
import { cardLeadForm, exchangeForm, formPage, submitForm, type VisitorForm } from '#server/site/forms.ts';
import { exampleContactFile, landingPage, logoPage } from '#server/site/landing.ts';
import { cardPage, notFoundPage, troublePage } from '#server/site/pages.ts';
import { portfolioPage } from '#server/site/portfolio.ts';
import { previewImage } from '#server/site/preview-image.ts';
import { robotsFile, sitemapFile } from '#server/site/robots.ts';
import { AppError } from '#shared/errors.ts';
import { cleanText, id as idSchema } from '#shared/fields.ts';
import { EXAMPLE_VCARD } from '#site/landing/ExampleActions.tsx';
import { EXAMPLE_FILM } from '#site/landing/sample.ts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

function write(page: CachedPage, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const cookie = reply.getHeader('set-cookie');
  if (typeof cookie === 'string') reply.raw.setHeader('set-cookie', cookie);
  reply.hijack();
  sendPage(page, request.raw, reply.raw);
  return reply;
}

/** The id in the path, or one that no card has. */
function idOf(request: FastifyRequest): string {
  const id = idSchema.safeParse((request as WithId).params.id ?? '');
  return id.success ? id.data : '-';
}

export function siteRoutes(server: FastifyInstance, app: App): void {
  const page = (render: (ctx: VisitorContext, id: string) => Promise<CachedPage>) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      const ctx = await contextOf(app, request, reply);
      return write(await render(ctx, idOf(request)), request, reply);
    };
  };
  server.get('/', page(landingPage));
  server.get(EXAMPLE_VCARD, page(exampleContactFile));
  server.get(EXAMPLE_FILM, sendExampleFilm);
  server.get('/logo-preview', page(logoPage));
  server.get('/portfolio/:username', async (request, reply) => {
    const ctx = await contextOf(app, request, reply);
    const { username } = request.params as { username: string };
    return write(await portfolioPage(ctx, cleanText(username)), request, reply);
  });
  server.get('/robots.txt', page(robotsFile));
  server.get('/sitemap.xml', page(sitemapFile));
  server.get('/card/:id', page(cardPage));
  server.get('/card/:id/preview.png', async (request, reply) => {
    const { png, cacheControl } = await previewImage(await contextOf(app, request, reply), idOf(request));
    return reply.type('image/png').header('cache-control', cacheControl).send(png);
  });
  server.register(async (scope) => {
    // The plain forms of visitors without scripts: the only bodies that are neither JSON nor files.
    leaveBodyUnread(scope, 'application/x-www-form-urlencoded');
    serveForm(scope, app, '/card/:id/exchange', exchangeForm);
    serveForm(scope, app, '/card/:id/lead', cardLeadForm);
  });
  server.setNotFoundHandler((request, reply) => replyNothingHere(app, request, reply));
}

/** What an error answers: our own failures as a page to who looks with a browser, all else as an error. */
export function replyWithTrouble(
  app: App,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = refusalOf(error, request, app.log);
  const isLook = !request.url.startsWith('/api/') && request.headers.accept?.includes('text/html');
  // A form that was not admitted has no page of its own to say so: nothing that was typed has been read.
  const isOurs = request.method === 'GET' ? refusal.status >= 500 : request.method === 'POST';
  if (!isLook || !isOurs) return replyWithError(refusal, request, reply, app.log);
  return write(troublePage(refusal), request, reply);
}

/** What an unknown or unreadable address answers: the 404 page to who looks, an error to who calls. */
export function replyNothingHere(app: App, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.url.startsWith('/api/') && ['GET', 'HEAD'].includes(request.method)) {
    return write(notFoundPage(), request, reply);
  }
  const nothing = new AppError('not_found', 'There is nothing at this address.');
  return replyWithError(nothing, request, reply, app.log);
}

const FORM: Admission = { who: 'anyone', limit: 'exchange', bodyLimit: 32 * 1024, answersOverLimit: true };

function serveForm(scope: FastifyInstance, app: App, path: string, form: VisitorForm): void {
  scope.get(path, async (request, reply) => {
    const ctx = await contextOf(app, request, reply);
    const isShared = (request.query as Record<string, unknown>).shared === '1';
    return write(await formPage(ctx, form, idOf(request), { isShared }), request, reply);
  });
  scope.post(path, { config: { admission: FORM } }, async (request, reply) => {
    const ctx = await contextOf(app, request, reply);
    const values = await readForm(request.raw, FORM.bodyLimit);
    const result = await submitForm(ctx, form, idOf(request), values, request.overLimit);
    if (result !== 'shared') return write(result, request, reply);
    return reply.redirect(`${request.url.split('?')[0]}?shared=1`, 303);
  });
}
