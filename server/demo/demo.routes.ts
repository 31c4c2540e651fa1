import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/context.ts';
import { startAdministratorSession } from '#server/demo/demo.ts';
import { contextOf } from '#server/infra/http/serve.ts';
import { screens } from '#shared/screens.ts';

/**
 * The specification's special entry, in demo mode only: opening /temp-admin, or any page with `admin=true` in its query,
 * signs in as the demo's administrator and leads to the dashboard. Elsewhere neither exists.
 */
export function demoRoutes(server: FastifyInstance, app: App): void {
  if (!app.config.isDemo) return;
  const signIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await contextOf(app, request, reply);
    ctx.session.set(await startAdministratorSession(app, ctx.asker));
    return reply.header('cache-control', 'no-store').redirect(screens.dashboard, 303);
  };
  server.get('/temp-admin', signIn);
  server.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    const query = request.url.split('?')[1];
    if (isPage && new URLSearchParams(query).get('admin') === 'true') return signIn(request, reply);
  });
}
