import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { archiveEndpoints } from '#shared/portability/archive.ts';
import { cancelArchive, startArchive } from './change-archive.ts';
import { getAccountImport, listAccountImports } from './read-account-imports.ts';
import { refuseArchive, uploadArchive } from './upload-archive.ts';

export function archiveRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, archiveEndpoints.list, listAccountImports);
  serve(server, app, archiveEndpoints.upload, uploadArchive, { check: refuseArchive });
  serve(server, app, archiveEndpoints.get, getAccountImport);
  serve(server, app, archiveEndpoints.start, startArchive);
  serve(server, app, archiveEndpoints.cancel, cancelArchive);
}
