import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { agreeToPage, changePage, getPageSettings } from '#server/teams/page/change-page.ts';
import { teamPageEndpoints } from '#shared/teams/page.ts';

export function teamPageRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamPageEndpoints.get, (ctx) => getPageSettings(ctx, ctx.db));
  serve(server, app, teamPageEndpoints.change, changePage);
  serve(server, app, teamPageEndpoints.agree, agreeToPage);
}
