import type { FastifyInstance } from 'fastify';
import { getDashboard } from '#server/analytics/analytics.ts';
import { exportAnalytics } from '#server/analytics/export-analytics.ts';
import { recordView, recordViewByPixel } from '#server/analytics/views.ts';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { analyticsRows } from '#shared/analytics.ts';

export function analyticsRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, analyticsRows.recordView, recordView);
  serve(server, app, analyticsRows.recordViewByPixel, recordViewByPixel);
  serve(server, app, analyticsRows.dashboard, getDashboard);
  serve(server, app, analyticsRows.export, exportAnalytics);
}
