import type { SubscriptionStatus } from '#shared/accounts/account.ts';

/** The settings tab's label for each status. */
export const STATUS_LABELS: Record<SubscriptionStatus, string> = {
  trial: 'Free Trial',
  active: 'Active Subscription',
  expired: 'Trial Expired',
  cancelled: 'Cancelled',
};

/** How the badge of each status looks. */
export const STATUS_TONES = {
  trial: 'gold',
  active: 'good',
  expired: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<SubscriptionStatus, string>;
