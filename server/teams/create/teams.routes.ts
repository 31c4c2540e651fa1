import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { changeTeam } from '#server/teams/create/change-team.ts';
import { createTeam } from '#server/teams/create/create-team.ts';
import { deleteTeam, restoreTeam } from '#server/teams/create/delete-team.ts';
import { getTeam, listOwnTeams } from '#server/teams/create/read-teams.ts';
import { teamEndpoints } from '#shared/teams/teams.ts';

export function teamRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamEndpoints.list, listOwnTeams);
  serve(server, app, teamEndpoints.create, createTeam);
  serve(server, app, teamEndpoints.get, getTeam);
  serve(server, app, teamEndpoints.change, changeTeam);
  serve(server, app, teamEndpoints.delete, deleteTeam);
  serve(server, app, teamEndpoints.restore, restoreTeam);
}
