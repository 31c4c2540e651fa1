import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getOembed } from '#server/pages/oembed/oembed.ts';
import { oembedEndpoints } from '#shared/pages/oembed.ts';

export function oembedRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, oembedEndpoints.card, getOembed);
}
