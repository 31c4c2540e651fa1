import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { changeBrand, getBrand } from '#server/teams/brand/change-brand.ts';
import { brandEndpoints } from '#shared/teams/brand.ts';

export function brandRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, brandEndpoints.get, getBrand);
  serve(server, app, brandEndpoints.change, changeBrand);
}
