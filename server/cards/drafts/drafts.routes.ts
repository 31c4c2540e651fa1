import type { FastifyInstance } from 'fastify';
import { discardDraft, getDraftKey, keepDraft, listDrafts } from '#server/cards/drafts/drafts.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { draftEndpoints } from '#shared/cards/drafts.ts';

export function draftRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, draftEndpoints.list, listDrafts);
  serve(server, app, draftEndpoints.key, getDraftKey);
  serve(server, app, draftEndpoints.keep, keepDraft);
  serve(server, app, draftEndpoints.discard, discardDraft);
}
