import type { SubscriptionStatus } from '#shared/account.ts';

/** The words of the settings tab for each status. */
export const STATUS_LABELS: Record<SubscriptionStatus, string> = {
  trial: 'Free Trial',
  active: 'Active Subscription',
  expired: 'Trial Expired',
  cancelled: 'Cancelled',
};
