import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getBackground } from '#server/sharing/background/background.ts';
import { cardEndpoints } from '#shared/cards/cards.ts';

export function backgroundRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, cardEndpoints.background, getBackground);
}
