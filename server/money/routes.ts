import { billingRoutes } from '#server/money/billing/billing.routes.ts';

export const allMoneyRoutes = [billingRoutes];
