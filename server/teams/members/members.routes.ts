import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { changeMember } from '#server/teams/members/change-member.ts';
import { listMembers } from '#server/teams/members/read-members.ts';
import { teamEndpoints } from '#shared/teams/teams.ts';

export function memberRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamEndpoints.members, listMembers);
  serve(server, app, teamEndpoints.changeMember, changeMember);
}
