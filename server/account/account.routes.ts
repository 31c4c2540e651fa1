import type { FastifyInstance } from 'fastify';
import { deleteAccount } from '#server/account/delete-account.ts';
import { exportAccount } from '#server/account/export-account.ts';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { accountRows } from '#shared/account.ts';

/** What needs to know every other room of a user; signing in and changing settings is the auth room's. */
export function accountRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, accountRows.export, exportAccount);
  serve(server, app, accountRows.delete, deleteAccount);
}
