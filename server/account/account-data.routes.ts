import type { FastifyInstance } from 'fastify';
import { deleteAccount } from '#server/account/delete-account.ts';
import { exportAccount } from '#server/account/export-account.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { accountEndpoints } from '#shared/account.ts';

/** Everything in an account at once: its export and its deletion. */
export function accountDataRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, accountEndpoints.export, exportAccount);
  serve(server, app, accountEndpoints.delete, deleteAccount);
}
