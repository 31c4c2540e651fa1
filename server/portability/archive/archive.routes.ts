import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { findWork, listWorks } from '#server/infra/long-work/read-works.ts';
import { uploadWork } from '#server/infra/long-work/upload-work.ts';
import { archiveEndpoints } from '#shared/portability/archive.ts';
import { archiveWork } from './archive-work.ts';
import { cancelArchive, refuseArchive, startArchive } from './change-archive.ts';
import { toAccountImports, toOne } from './read-account-imports.ts';

export function archiveRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, archiveEndpoints.list, async (ctx) =>
    toAccountImports(ctx, await listWorks(ctx, archiveWork)),
  );
  serve(
    server,
    app,
    archiveEndpoints.upload,
    async (ctx, { body }) => toOne(ctx, await uploadWork(ctx, archiveWork, body)),
    { check: refuseArchive },
  );
  serve(server, app, archiveEndpoints.get, async (ctx, { params }) =>
    toOne(ctx, await findWork(ctx, archiveWork, params.id)),
  );
  serve(server, app, archiveEndpoints.start, startArchive);
  serve(server, app, archiveEndpoints.cancel, cancelArchive);
}
