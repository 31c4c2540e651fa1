import type { FastifyInstance, FastifyRequest } from 'fastify';
import { answerLinkPage } from '#server/accounts/links/send-link-page.ts';
import type { AppContext } from '#server/context.ts';
import { leaveBodyUnread, readBody } from '#server/infra/http/body/read-body.ts';
import { admitToSecretPage, BY_MAIL } from '#server/infra/http/send-secret-page.ts';
import { serve } from '#server/infra/http/serve.ts';
import { acceptInvite, claimWaiting } from '#server/teams/claims/accept.ts';
import { askForInvite, refuseByMail, refuseInvites, showRefusal } from '#server/teams/claims/answer.ts';
import { type ByToken, listWaitingCards, showClaim, unknownInvite } from '#server/teams/claims/offer.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { claimEndpoints } from '#shared/teams/claims.ts';

export function claimRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, claimEndpoints.waiting, listWaitingCards);
  serve(server, app, claimEndpoints.claimWaiting, claimWaiting);
  serve(server, app, claimEndpoints.show, showClaim);
  serve(server, app, claimEndpoints.accept, acceptInvite);
  serve(server, app, claimEndpoints.ask, askForInvite);
  serve(server, app, claimEndpoints.refuse, refuseInvites);
  server.register(async (scope) => serveRefusal(scope, app));
}

async function readInput({ params }: FastifyRequest): Promise<ByToken> {
  const parsed = claimEndpoints.show.params.safeParse(params);
  if (!parsed.success) throw unknownInvite();
  return { params: parsed.data };
}

/** Opening the page changes nothing, its button does. */
function serveRefusal(scope: FastifyInstance, app: AppContext): void {
  leaveBodyUnread(scope, '*');
  const path = `${accountPages.unsubscribe}/:id/:token`;
  scope.get(path, async (request, reply) => {
    await admitToSecretPage(app, request);
    return answerLinkPage(
      app,
      request,
      reply,
      readInput(request).then((input) => showRefusal(app, input)),
    );
  });
  scope.post(path, { config: { admission: BY_MAIL } }, async (request, reply) => {
    await readBody(request.raw, BY_MAIL.bodyLimit);
    return answerLinkPage(
      app,
      request,
      reply,
      readInput(request).then((input) => refuseByMail(app, input)),
    );
  });
}
