import type { FastifyInstance } from 'fastify';
import { getBackground } from '#server/cards/background.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { cardEndpoints } from '#shared/cards.ts';

export function backgroundRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, cardEndpoints.background, getBackground);
}
