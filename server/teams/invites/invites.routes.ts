import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { resendInvite, revokeInvite } from '#server/teams/invites/change-invite.ts';
import { listInvites } from '#server/teams/invites/invite-rows.ts';
import { prepareCards } from '#server/teams/invites/prepare.ts';
import { claimEndpoints } from '#shared/teams/claims.ts';

export function inviteRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, claimEndpoints.prepare, prepareCards);
  serve(server, app, claimEndpoints.list, listInvites);
  serve(server, app, claimEndpoints.resend, resendInvite);
  serve(server, app, claimEndpoints.revoke, revokeInvite);
}
