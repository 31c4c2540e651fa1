import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { claimWaiting } from '#server/teams/claims/accept.ts';
import { listWaiting } from '#server/teams/claims/offer.ts';
import { acceptReturn, bringBack } from '#server/teams/successors/bring-back.ts';
import { handCard } from '#server/teams/successors/hand-card.ts';
import { listAsking, listLeavers } from '#server/teams/successors/leavers.ts';
import { listSuccessions } from '#server/teams/successors/succession-rows.ts';
import { undoSuccession } from '#server/teams/successors/undo-succession.ts';
import { leaverEndpoints } from '#shared/teams/leavers.ts';
import { successionEndpoints } from '#shared/teams/successions.ts';

export function successorRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, successionEndpoints.list, listSuccessions);
  serve(server, app, successionEndpoints.hand, handCard);
  serve(server, app, successionEndpoints.undo, undoSuccession);
  serve(server, app, successionEndpoints.waiting, listWaiting);
  serve(server, app, successionEndpoints.claim, claimWaiting);
  serve(server, app, leaverEndpoints.list, listLeavers);
  serve(server, app, leaverEndpoints.bringBack, bringBack);
  serve(server, app, leaverEndpoints.asking, listAsking);
  serve(server, app, leaverEndpoints.accept, acceptReturn);
}
