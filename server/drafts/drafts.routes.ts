import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { discardDraft, getDraftKey, keepDraft, listDrafts } from '#server/drafts/drafts.ts';
import { serve } from '#server/infra/http/serve.ts';
import { draftEndpoints } from '#shared/drafts.ts';

export function draftRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, draftEndpoints.list, listDrafts);
  serve(server, app, draftEndpoints.key, getDraftKey);
  serve(server, app, draftEndpoints.keep, keepDraft);
  serve(server, app, draftEndpoints.discard, discardDraft);
}
