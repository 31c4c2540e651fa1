import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { noteFollowUp } from '#server/follow-ups/note-follow-up.ts';
import { requireContact, suggestAsWished, suggestFollowUps } from '#server/follow-ups/suggest.ts';
import { serve } from '#server/infra/http/serve.ts';
import { followUpEndpoints } from '#shared/follow-ups.ts';

export function followUpRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, followUpEndpoints.suggest, suggestFollowUps);
  serve(server, app, followUpEndpoints.suggestAsWished, suggestAsWished, { check: requireContact });
  serve(server, app, followUpEndpoints.noteFollowUp, noteFollowUp);
}
