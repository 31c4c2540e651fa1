import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { type Admission, buildContext } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readForm } from '#server/infra/http/body/read-body.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { readContext, readId } from '#server/pages/site/read-request.ts';
import {
  cardLeadForm,
  exchangeForm,
  keepForms,
  openForm,
  submitForm,
  type VisitorForm,
} from '#server/people/visitors/forms.ts';

/** The forms of a public card, for visitors without scripts. */
export function formRoutes(server: FastifyInstance, app: AppContext): void {
  keepForms(app);
  server.register(async (scope) => {
    // The forms of visitors without scripts: the only bodies that are neither JSON nor files.
    leaveBodyUnread(scope, 'application/x-www-form-urlencoded');
    serveForm(scope, app, exchangeForm);
    serveForm(scope, app, cardLeadForm);
  });
}

const FORM: Admission = { who: 'anyone', limit: 'exchange', bodyLimit: 32 * 1024, answersOverLimit: true };

function serveForm(scope: FastifyInstance, app: AppContext, form: VisitorForm): void {
  const path = `/card/:id/${form.name}`;
  scope.get(path, async (request, reply) => {
    const ctx = await readContext(app, request, reply);
    const isShared = (request.query as Record<string, unknown>).shared === '1';
    return writePage(app.pages, await openForm(ctx, form, readId(request), isShared), request, reply);
  });
  scope.post(path, { config: { admission: FORM } }, async (request, reply) => {
    const ctx = await buildContext(app, request, reply);
    const values = await readForm(request.raw, FORM.bodyLimit);
    const result = await submitForm(ctx, form, readId(request), values, request.overLimit);
    if (result !== 'shared') return writePage(app.pages, result, request, reply);
    return reply.redirect(`${request.url.split('?')[0]}?shared=1`, 303);
  });
}
