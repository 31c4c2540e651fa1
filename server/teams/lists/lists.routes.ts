import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { findWork, listWorks } from '#server/infra/long-work/read-works.ts';
import { refuseSecond, uploadWork } from '#server/infra/long-work/upload-work.ts';
import { teamListEndpoints } from '#shared/teams/lists.ts';
import { cancelList, mapListColumns, startList, takeBackList } from './change-list.ts';
import { listWork } from './list-work.ts';
import { toLists, toOneList } from './read-lists.ts';

export function listRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, teamListEndpoints.list, async (ctx) => toLists(ctx, await listWorks(ctx, listWork)));
  serve(
    server,
    app,
    teamListEndpoints.upload,
    async (ctx, { body }) => toOneList(ctx, await uploadWork(ctx, listWork, body)),
    { check: (ctx) => refuseSecond(ctx, listWork) },
  );
  serve(server, app, teamListEndpoints.get, async (ctx, { params }) =>
    toOneList(ctx, await findWork(ctx, listWork, params.listId)),
  );
  serve(server, app, teamListEndpoints.map, mapListColumns);
  serve(server, app, teamListEndpoints.start, startList);
  serve(server, app, teamListEndpoints.cancel, cancelList);
  serve(server, app, teamListEndpoints.undo, takeBackList);
}
