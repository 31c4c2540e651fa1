import type { FastifyInstance } from 'fastify';
import { getStats } from '#server/admin/admin.ts';
import { extendUserTrial, getUserBilling, listFailedJobs, retryJob } from '#server/admin/billing.ts';
import { listRecentUsers, listUsers } from '#server/admin/users.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { adminEndpoints } from '#shared/admin.ts';

export function adminRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, adminEndpoints.stats, getStats);
  serve(server, app, adminEndpoints.recentUsers, listRecentUsers);
  serve(server, app, adminEndpoints.users, listUsers);
  serve(server, app, adminEndpoints.userBilling, getUserBilling);
  serve(server, app, adminEndpoints.extendTrial, extendUserTrial);
  serve(server, app, adminEndpoints.failedJobs, listFailedJobs);
  serve(server, app, adminEndpoints.retryJob, retryJob);
}
