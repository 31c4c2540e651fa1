import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import type { Admission } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readForm } from '#server/infra/http/body/read-body.ts';
import { buildPolicy } from '#server/infra/http/page-cache/page-policy.ts';
import { DOCUMENT_HEADERS } from '#server/infra/http/security-headers.ts';
import { id as idSchema } from '#shared/contract/fields.ts';
import { type DocumentPart, joinParts } from '#site/markup.ts';
import { renderNotFound } from '#site/render.tsx';
import { checkoutPage, type Next, payCheckout } from './checkout-page.ts';
import { invoicePage } from './invoice-page.ts';
import { actInPortal, portalPage } from './portal-page.ts';
import { TEST_PROVIDER_PATHS } from './to-stripe.ts';

type Form = Record<string, string>;
const FORM: Admission = { who: 'anyone', limit: 'billing', bodyLimit: 4096 };

/**
 * The test provider's own pages. As at a real provider, their ids are unguessable and all that is needed to open them.
 */
export function testProviderRoutes(server: FastifyInstance, app: AppContext): void {
  server.register(async (scope) => {
    leaveBodyUnread(scope, 'application/x-www-form-urlencoded');
    const serve = (
      path: string,
      page: (app: AppContext, id: string) => Promise<DocumentPart[] | null>,
      submit: (app: AppContext, id: string, form: Form) => Promise<Next>,
    ) => {
      scope.get(`${path}/:id`, async (request, reply) =>
        sendPage(reply, await page(app, readId(request)), 200),
      );
      scope.post(`${path}/:id`, { config: { admission: FORM } }, async (request, reply) => {
        const form = await readForm(request.raw, FORM.bodyLimit);
        const next = await submit(app, readId(request), form);
        if (next && 'path' in next) return reply.redirect(next.path, 303);
        return sendPage(reply, next?.page ?? null, 422);
      });
    };
    serve(TEST_PROVIDER_PATHS.checkout, checkoutPage, payCheckout);
    serve(TEST_PROVIDER_PATHS.portal, portalPage, actInPortal);
    scope.get(`${TEST_PROVIDER_PATHS.invoice}/:id`, async (request, reply) =>
      sendPage(reply, await invoicePage(app, readId(request)), 200),
    );
  });
}

function readId(request: FastifyRequest): string {
  const { id } = request.params as { id: string };
  return idSchema.safeParse(id).success ? id : '-';
}

function sendPage(reply: FastifyReply, page: DocumentPart[] | null, status: number): FastifyReply {
  const parts = page ?? renderNotFound();
  return reply
    .status(page ? status : 404)
    .headers({
      ...DOCUMENT_HEADERS,
      'cache-control': 'no-store',
      'content-security-policy': buildPolicy(parts),
      // Without a referrer, the browser would send a form with the origin "null", which is refused as foreign.
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(joinParts(parts));
}
