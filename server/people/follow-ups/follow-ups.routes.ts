import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { noteFollowUp } from '#server/people/follow-ups/note-follow-up.ts';
import { requireContact, suggestAsWished, suggestFollowUps } from '#server/people/follow-ups/suggest.ts';
import { followUpEndpoints } from '#shared/people/follow-ups.ts';

export function followUpRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, followUpEndpoints.suggest, suggestFollowUps);
  serve(server, app, followUpEndpoints.suggestAsWished, suggestAsWished, { check: requireContact });
  serve(server, app, followUpEndpoints.noteFollowUp, noteFollowUp);
}
