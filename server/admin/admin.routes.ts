import type { FastifyInstance } from 'fastify';
import { getStats } from '#server/admin/admin.ts';
import { extendUserTrial, getUserBilling, listFailedJobs, retryJob } from '#server/admin/billing.ts';
import { listRecentUsers, listUsers } from '#server/admin/users.ts';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { adminRows } from '#shared/admin.ts';

export function adminRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, adminRows.stats, getStats);
  serve(server, app, adminRows.recentUsers, listRecentUsers);
  serve(server, app, adminRows.users, listUsers);
  serve(server, app, adminRows.userBilling, getUserBilling);
  serve(server, app, adminRows.extendTrial, extendUserTrial);
  serve(server, app, adminRows.failedJobs, listFailedJobs);
  serve(server, app, adminRows.retryJob, retryJob);
}
