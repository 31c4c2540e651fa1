import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { buildContext } from '#server/infra/http/admission.ts';
import { preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { NOT_KEPT, toSource } from '#server/infra/http/page-source.ts';
import { readOutbox } from '#server/infra/mail/outbox.ts';
import { startAdministratorSession } from '#server/operations/demo/demo.ts';
import { screens } from '#shared/contract/screens.ts';
import { renderOutbox } from '#site/render.tsx';

/**
 * The specification's special sign-in, in demo mode only: opening /temp-admin, or any page with `admin=true` in its
 * query, signs in as the demo's administrator and redirects to the dashboard. Outside demo mode neither exists. /outbox
 * shows sent emails (docs/decisions/004).
 */
export function demoRoutes(server: FastifyInstance, app: AppContext): void {
  if (!app.config.isDemo) return;
  const signIn = async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = await buildContext(app, request, reply);
    ctx.session.set(await startAdministratorSession(app, ctx.requester));
    return reply.header('cache-control', 'no-store').redirect(screens.dashboard, 303);
  };
  server.get('/temp-admin', signIn);
  server.get('/outbox', async (request, reply) => {
    const letters = await readOutbox(path.join(app.config.dataDir, 'outbox'));
    const page = preparePage(toSource(renderOutbox({ letters }), 200, NOT_KEPT));
    return writePage(app.pages, page, request, reply);
  });
  app.pages.leaveToRouter('admin=true');
  server.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    const query = request.url.split('?')[1];
    if (isPage && new URLSearchParams(query).get('admin') === 'true') return signIn(request, reply);
  });
}
