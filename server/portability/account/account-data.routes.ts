import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { deleteAccount } from '#server/portability/account/delete-account.ts';
import { exportAccount } from '#server/portability/account/export-account.ts';
import { accountEndpoints } from '#shared/accounts/account.ts';

/** Everything in an account at once: its export and its deletion. */
export function accountDataRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, accountEndpoints.export, exportAccount);
  serve(server, app, accountEndpoints.delete, deleteAccount);
}
