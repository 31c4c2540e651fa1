import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { readContext } from '#server/pages/site/read-request.ts';
import { keepTeamsByQuery, type TeamQuery, teamCode, teamPage } from '#server/pages/team/team-page.ts';
import { cleanText } from '#shared/contract/fields.ts';

const nameIn = (request: FastifyRequest) => cleanText((request.params as { name: string }).name);

/** The pages of teams, and the codes that lead to them. */
export function peoplePageRoutes(server: FastifyInstance, app: AppContext): void {
  keepTeamsByQuery(app.pages);
  server.get('/team/:name', async (request, reply) => {
    const ctx = await readContext(app, request, reply);
    const page = await teamPage(ctx, nameIn(request), request.query as TeamQuery);
    return writePage(app.pages, page, request, reply);
  });
  for (const kind of ['svg', 'png'] as const) {
    server.get(`/team/:name/qr.${kind}`, async (request, reply) => {
      const ctx = await readContext(app, request, reply);
      return writePage(app.pages, await teamCode(ctx, nameIn(request), kind), request, reply);
    });
  }
}
