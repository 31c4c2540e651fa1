import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { importEndpoints } from '#shared/people/import.ts';
import { cancelImport, mapColumns, startImport, undoWholeImport } from './change-import.ts';
import { exportProblems } from './read/problems.ts';
import { getImport, listImports } from './read-imports.ts';
import { refuseSecondImport, uploadImport } from './upload-import.ts';

export function importRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, importEndpoints.list, listImports);
  serve(server, app, importEndpoints.upload, uploadImport, { check: refuseSecondImport });
  serve(server, app, importEndpoints.get, getImport);
  serve(server, app, importEndpoints.map, mapColumns);
  serve(server, app, importEndpoints.start, startImport);
  serve(server, app, importEndpoints.cancel, cancelImport);
  serve(server, app, importEndpoints.undo, undoWholeImport);
  serve(server, app, importEndpoints.problems, exportProblems);
}
