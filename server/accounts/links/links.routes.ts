import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import { operatorContact } from '#server/accounts/auth/operator-contact.ts';
import { askForReset } from '#server/accounts/auth/recovery.ts';
import { brokenLink, type LinkPage, showLink, useLink } from '#server/accounts/links/link-pages.ts';
import { sendLinkPage } from '#server/accounts/links/send-link-page.ts';
import type { AppContext } from '#server/context.ts';
import { type Admission, buildContext } from '#server/infra/http/admission.ts';
import { leaveBodyUnread, readForm } from '#server/infra/http/body/read-body.ts';
import { fieldErrors } from '#server/infra/http/errors.ts';
import { admitToSecretPage, sendSecretPage, tokenOf } from '#server/infra/http/send-secret-page.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { resetRequest } from '#shared/accounts/auth.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { ForgotPageProps } from '#site/links/ForgotPage.tsx';
import { renderForgot } from '#site/render.tsx';

/** The pages for people who cannot sign in, or who come from a mail: plain forms that need no scripts. */

const FORM: Admission = { who: 'anyone', limit: 'recovery', bodyLimit: 4096 };

export function linkRoutes(server: FastifyInstance, app: AppContext): void {
  server.register(async (scope) => {
    leaveBodyUnread(scope, 'application/x-www-form-urlencoded');
    serveForgotPage(scope, app);
    serveLinkPage(scope, app);
  });
}

function serveForgotPage(scope: FastifyInstance, app: AppContext): void {
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    more: Partial<ForgotPageProps>,
  ) => {
    const page = renderForgot({ ...more, contact: sendsMail(app) ? null : operatorContact(app) });
    return sendSecretPage(app, request, reply, status, page);
  };
  scope.get(accountPages.forgotPassword, async (request, reply) => {
    await admitToSecretPage(app, request);
    const { for: login } = request.query as Record<string, unknown>;
    return send(request, reply, 200, { login: typeof login === 'string' ? login.slice(0, 254) : '' });
  });
  scope.post(accountPages.forgotPassword, { config: { admission: FORM } }, async (request, reply) => {
    const ctx = await buildContext(app, request, reply);
    const { email: login = '' } = await readForm(request.raw, FORM.bodyLimit);
    const parsed = resetRequest.safeParse({ email: login });
    if (!parsed.success) return send(request, reply, 422, { login, error: fieldErrors(parsed.error).email });
    if (!sendsMail(app)) return send(request, reply, 409, {});
    await askForReset(ctx, { body: parsed.data });
    return send(request, reply, 200, { login: parsed.data.email, isAsked: true });
  });
}

function serveLinkPage(scope: FastifyInstance, app: AppContext): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, page: Promise<LinkPage>) => {
    const { status, props } = await page.catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500 || error.retryAfter !== undefined) throw error;
      return brokenLink(app, tokenOf(request), error);
    });
    return sendLinkPage(app, request, reply, status, props);
  };
  scope.get(`${accountPages.link}/:token`, async (request, reply) => {
    await admitToSecretPage(app, request);
    return answer(request, reply, showLink(app, tokenOf(request)));
  });
  scope.post(`${accountPages.link}/:token`, { config: { admission: FORM } }, async (request, reply) => {
    const ctx = await buildContext(app, request, reply);
    const form = await readForm(request.raw, FORM.bodyLimit);
    return answer(request, reply, useLink(ctx, tokenOf(request), form));
  });
}
