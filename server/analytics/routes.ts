import { analyticsRoutes } from '#server/analytics/analytics/analytics.routes.ts';

export const allAnalyticsRoutes = [analyticsRoutes];
