import { hash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { replyNothingHere } from '#server/pages/site/site.routes.ts';

const digestOf = (text: string) => hash('sha256', text, 'buffer');

/** True if this is the header that opens the figures, whatever the length of what was sent. */
const isRight = (given: string | undefined, token: string) =>
  timingSafeEqual(digestOf(given ?? ''), digestOf(`Bearer ${token}`));

/** `GET /metrics` on the usual port: without the token, as any address at which there is nothing. */
export function metricsRoutes(server: FastifyInstance, app: AppContext): void {
  const { metrics, config } = app;
  const { metricsToken } = config;
  if (!metrics || metricsToken === undefined) return;
  server.get('/metrics', async (request, reply) => {
    if (!isRight(request.headers.authorization, metricsToken)) return replyNothingHere(app, request, reply);
    const { text, contentType } = await metrics.scrape();
    return reply.header('cache-control', 'no-store').type(contentType).send(text);
  });
}
