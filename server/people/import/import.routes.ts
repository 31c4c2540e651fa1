import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { findWork, listWorks } from '#server/infra/long-work/read-works.ts';
import { refuseSecond, uploadWork } from '#server/infra/long-work/upload-work.ts';
import { phoneRegionOf } from '#server/people/contacts/phone-region.ts';
import { importEndpoints } from '#shared/people/import.ts';
import { cancelImport, mapColumns, startImport, undoWholeImport } from './change-import.ts';
import { importWork } from './import-work.ts';
import { exportProblems } from './read/problems.ts';
import { toImport } from './read-imports.ts';

export function importRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, importEndpoints.list, async (ctx) => (await listWorks(ctx, importWork)).map(toImport));
  serve(
    server,
    app,
    importEndpoints.upload,
    async (ctx, { body }) =>
      toImport(await uploadWork(ctx, importWork, body, { region: await phoneRegionOf(ctx) })),
    { check: (ctx) => refuseSecond(ctx, importWork) },
  );
  serve(server, app, importEndpoints.get, async (ctx, { params }) =>
    toImport(await findWork(ctx, importWork, params.id)),
  );
  serve(server, app, importEndpoints.map, mapColumns);
  serve(server, app, importEndpoints.start, startImport);
  serve(server, app, importEndpoints.cancel, cancelImport);
  serve(server, app, importEndpoints.undo, undoWholeImport);
  serve(server, app, importEndpoints.problems, exportProblems);
}
