import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { listHistory } from '#server/teams/history/list-history.ts';
import { teamHistoryEndpoints } from '#shared/teams/history.ts';

export function historyRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamHistoryEndpoints.list, listHistory);
}
