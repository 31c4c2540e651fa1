import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { handCard } from '#server/teams/successions/hand-card.ts';
import { listSuccessions } from '#server/teams/successions/succession-rows.ts';
import { undoSuccession } from '#server/teams/successions/undo-succession.ts';
import { successionEndpoints } from '#shared/teams/successions.ts';

export function successionRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, successionEndpoints.list, listSuccessions);
  serve(server, app, successionEndpoints.hand, handCard);
  serve(server, app, successionEndpoints.undo, undoSuccession);
}
