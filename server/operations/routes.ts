import { adminRoutes } from '#server/operations/admin/admin.routes.ts';
import { demoRoutes } from '#server/operations/demo/demo.routes.ts';
import { metricsRoutes } from '#server/operations/metrics/metrics.routes.ts';

export const allOperationsRoutes = [adminRoutes, demoRoutes, metricsRoutes];
