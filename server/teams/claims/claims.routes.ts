import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { acceptInvite } from '#server/teams/claims/accept.ts';
import { askForInvite, refuseInvites } from '#server/teams/claims/answer.ts';
import { showClaim } from '#server/teams/claims/offer.ts';
import { claimEndpoints } from '#shared/teams/claims.ts';

export function claimRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, claimEndpoints.show, showClaim);
  serve(server, app, claimEndpoints.accept, acceptInvite);
  serve(server, app, claimEndpoints.ask, askForInvite);
  serve(server, app, claimEndpoints.refuse, refuseInvites);
}
