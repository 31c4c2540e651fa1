import type { FastifyInstance } from 'fastify';
import { deleteAccount } from '#server/account/delete-account.ts';
import { exportAccount } from '#server/account/export-account.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { accountEndpoints } from '#shared/account.ts';

/** What needs to know every other feature of a user; signing in and changing settings is the auth feature's. */
export function accountRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, accountEndpoints.export, exportAccount);
  serve(server, app, accountEndpoints.delete, deleteAccount);
}
