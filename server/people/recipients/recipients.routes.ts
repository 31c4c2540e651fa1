import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { type Admission, buildContext } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readForm } from '#server/infra/http/body/read-body.ts';
import { NOT_KEPT } from '#server/infra/http/page-source.ts';
import {
  admitToSecretPage,
  SECRET_HEADERS,
  sendSecretPage,
  tokenOf,
} from '#server/infra/http/send-secret-page.ts';
import { serve } from '#server/infra/http/serve.ts';
import { replyNothingHere } from '#server/pages/site/site.routes.ts';
import { withdrawConsent } from '#server/people/recipients/consents.ts';
import {
  correctDetails,
  findDetails,
  type RecipientDetails,
  withdrawDetails,
} from '#server/people/recipients/details.ts';
import { exportRecipient } from '#server/people/recipients/export-recipient.ts';
import { idInToken, PRIVATE_PATH } from '#server/people/recipients/private-link.ts';
import { chooseRetention, getRetention } from '#server/people/recipients/retention.ts';
import { AppError } from '#shared/contract/errors.ts';
import { recipientEndpoints } from '#shared/people/recipients.ts';
import type { DocumentPart } from '#site/markup.ts';
import type { DetailsPageProps } from '#site/recipients/DetailsPage.tsx';
import { renderDetails, renderWithdrawn } from '#site/render.tsx';

/** The private page of somebody who left their details: plain forms without scripts, and nothing that a GET changes. */

const FORM: Admission = { who: 'anyone', limit: 'privatePage', bodyLimit: 32 * 1024 };

export function recipientRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, recipientEndpoints.get, getRetention);
  serve(server, app, recipientEndpoints.choose, chooseRetention);
  server.register(async (scope) => {
    leaveBodyUnread(scope, 'application/x-www-form-urlencoded');
    scope.get(`${PRIVATE_PATH}/:token`, async (request, reply) => {
      const found = await findFor(app, request);
      if (!found) return replyNothingHere(app, request, reply);
      const { saved, withdrawn } = request.query as Record<string, unknown>;
      const done = saved === '1' ? 'corrected' : withdrawn === '1' ? 'withdrawn' : undefined;
      return sendSecretPage(app, request, reply, 200, renderPage(request, found.details, { done }));
    });
    scope.post(`${PRIVATE_PATH}/:token`, { config: { admission: FORM } }, async (request, reply) => {
      const ctx = await buildContext(app, request, reply);
      const details = await lookUp(app, request);
      if (!details) return replyNothingHere(app, request, reply);
      const values = await readForm(request.raw, FORM.bodyLimit);
      return actOnDetails(ctx, details, values, request, reply);
    });
    for (const format of ['json', 'vcf'] as const) {
      scope.get(`${PRIVATE_PATH}/:token/details.${format}`, async (request, reply) => {
        const found = await findFor(app, request);
        if (!found) return replyNothingHere(app, request, reply);
        const { body, headers } = exportRecipient(found.details, format);
        return reply.headers({ ...SECRET_HEADERS, 'cache-control': NOT_KEPT, ...headers }).send(body);
      });
    }
  });
}

async function actOnDetails(
  ctx: VisitorContext,
  details: RecipientDetails,
  { action, ...values }: Record<string, string>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  if (action === 'withdraw') {
    await withdrawDetails(ctx, details);
    return sendSecretPage(ctx, request, reply, 200, renderWithdrawn({ ownerName: details.ownerName }));
  }
  const here = request.url.split('?')[0];
  if (action === 'withdraw-consent') {
    await withdrawConsent(ctx, details, values.consent ?? '');
    return reply.headers(SECRET_HEADERS).redirect(`${here}?withdrawn=1`, 303);
  }
  if (action !== 'correct') {
    throw new AppError('bad_request', 'This page has changed. Please open the link again.');
  }
  const fields = await correctDetails(ctx, details, values);
  if (fields)
    return sendSecretPage(ctx, request, reply, 422, renderPage(request, details, { values, fields }));
  return reply.headers(SECRET_HEADERS).redirect(`${here}?saved=1`, 303);
}

async function lookUp(app: AppContext, request: FastifyRequest): Promise<RecipientDetails | null> {
  const id = idInToken(app, tokenOf(request));
  return id === null ? null : findDetails(app, id);
}

async function findFor(app: AppContext, request: FastifyRequest) {
  await admitToSecretPage(app, request, 'privatePage');
  const details = await lookUp(app, request);
  return details && { details };
}

function renderPage(
  request: FastifyRequest,
  { sharedAt, ...details }: RecipientDetails,
  state: Pick<DetailsPageProps, 'done' | 'values' | 'fields'>,
): DocumentPart[] {
  const path = `${PRIVATE_PATH}/${tokenOf(request)}`;
  return renderDetails({ ...details, path, sharedAt: sharedAt.toISOString(), ...state });
}
