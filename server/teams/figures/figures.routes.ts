import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import {
  getTeamFigures,
  listFiguresOfCards,
  listFiguresOfHolders,
} from '#server/teams/figures/read-figures.ts';
import { teamFigureEndpoints } from '#shared/teams/figures.ts';

export function figureRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamFigureEndpoints.get, getTeamFigures);
  serve(server, app, teamFigureEndpoints.byHolder, listFiguresOfHolders);
  serve(server, app, teamFigureEndpoints.byCard, listFiguresOfCards);
}
