import type { FastifyInstance } from 'fastify';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { type LegalPages, legalEndpoints } from '#shared/pages/legal.ts';
import { listLegalPages } from './legal-facts.ts';

/** The pages themselves are rendered in server/pages/site. */

const readLegalPages = async ({ config }: VisitorContext): Promise<LegalPages> => listLegalPages(config);

export function legalRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, legalEndpoints.read, readLegalPages);
}
