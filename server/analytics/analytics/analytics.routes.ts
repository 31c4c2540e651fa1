import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#server/analytics/analytics/analytics.ts';
import { exportAnalytics } from '#server/analytics/analytics/export-analytics.ts';
import { recordView, recordViewByPixel } from '#server/analytics/analytics/views.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { analyticsEndpoints } from '#shared/analytics/analytics.ts';

export function analyticsRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, analyticsEndpoints.recordView, recordView);
  serve(server, app, analyticsEndpoints.recordViewByPixel, recordViewByPixel);
  serve(server, app, analyticsEndpoints.dashboard, getDashboard);
  serve(server, app, analyticsEndpoints.export, exportAnalytics);
}
