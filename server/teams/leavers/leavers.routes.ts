import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { acceptReturn, returnMember } from '#server/teams/leavers/bring-back.ts';
import { listHeld } from '#server/teams/leavers/held-cards.ts';
import { listAsking, listLeavers } from '#server/teams/leavers/leavers.ts';
import { removeMember } from '#server/teams/leavers/remove-member.ts';
import { leaverEndpoints } from '#shared/teams/leavers.ts';
import { teamEndpoints } from '#shared/teams/teams.ts';

export function leaverRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamEndpoints.removeMember, removeMember);
  serve(server, app, leaverEndpoints.held, listHeld);
  serve(server, app, leaverEndpoints.list, listLeavers);
  serve(server, app, leaverEndpoints.bringBack, returnMember);
  serve(server, app, leaverEndpoints.asking, listAsking);
  serve(server, app, leaverEndpoints.accept, acceptReturn);
}
