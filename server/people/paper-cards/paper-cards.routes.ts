import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { paperCardEndpoints } from '#shared/people/paper-cards.ts';
import { readPaperCard, requireModel } from './read-paper-card.ts';

export function paperCardRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, paperCardEndpoints.read, readPaperCard, { check: requireModel });
}
