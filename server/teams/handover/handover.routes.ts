import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { acceptTeam, endOffer, offerTeam } from '#server/teams/handover/handover.ts';
import { teamEndpoints } from '#shared/teams/teams.ts';

export function handoverRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamEndpoints.offer, offerTeam);
  serve(server, app, teamEndpoints.withdrawOffer, endOffer);
  serve(server, app, teamEndpoints.acceptOffer, acceptTeam);
}
