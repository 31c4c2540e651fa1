import type { RequestListener } from 'node:http';
import Fastify from 'fastify';
import type { AppContext } from '#server/context.ts';
import { refuseUnreadable } from '#server/infra/http/errors.ts';
import { serveHealth } from '#server/infra/http/health.ts';
import { createHttpServer } from '#server/infra/http/http-server.ts';
import { securityHeaders } from '#server/infra/http/security-headers.ts';
import { metricsRoutes } from '#server/operations/metrics/metrics.routes.ts';

/** The server of a process that only runs jobs: it says whether it lives, and gives its figures. */
export async function createHealthServer(app: AppContext) {
  const http = createHttpServer(securityHeaders(app.config), { watch: app.requestWatch });
  let handle: RequestListener = () => {};
  const fastify = Fastify({
    logger: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseUnreadable,
    serverFactory: (listener) => {
      handle = http.listen(listener);
      return http.server;
    },
  });
  http.followRouter(fastify);
  fastify.setNotFoundHandler((_request, reply) =>
    reply.status(404).send({ message: 'This process only runs jobs (ROLE=jobs).', code: 'not_found' }),
  );
  serveHealth(fastify, app.isReady, http.isLeaving);
  metricsRoutes(fastify, app);
  await fastify.ready();
  return { http, fastify, handle, paths: [] };
}
