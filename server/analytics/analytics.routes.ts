import type { FastifyInstance } from 'fastify';
import { exportAnalytics, getDashboard } from '#server/analytics/analytics.ts';
import { openViewBuffer } from '#server/analytics/view-buffer.ts';
import { recordView, recordViewByPixel } from '#server/analytics/views.ts';
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { analyticsRows } from '#shared/analytics.ts';

export function analyticsRoutes(server: FastifyInstance, app: App): void {
  const views = openViewBuffer(app);
  // Runs when the last request has been answered, and before the database is let go.
  server.addHook('onClose', () => views.close());
  serve(server, app, analyticsRows.recordView, (ctx, input) => recordView({ ...ctx, views }, input));
  serve(server, app, analyticsRows.recordViewByPixel, (ctx, input) =>
    recordViewByPixel({ ...ctx, views }, input),
  );
  serve(server, app, analyticsRows.dashboard, (ctx) => getDashboard({ ...ctx, views }));
  serve(server, app, analyticsRows.export, (ctx) => exportAnalytics({ ...ctx, views }));
}
