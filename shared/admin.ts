import { subscriptionStatus, user } from './account.ts';
import { endpoint } from './api.ts';
import { invoice } from './billing.ts';
import { SUBSCRIPTION_STATUSES } from './constants.ts';
import { count, id, line, moment } from './fields.ts';
import { pageQuery } from './pages.ts';
import { z } from './zod.ts';

/** What administrators see. Administrators are made on the command line only. */

export const adminStats = z.object({
  totalUsers: count,
  signupsToday: count,
  signupsThisWeek: count,
  signupsThisMonth: count,
  activeSubscriptions: count,
  trialUsers: count,
  /** US dollars. */
  monthlyRevenue: count,
  totalCards: count,
  totalContacts: count,
});
export type AdminStats = z.output<typeof adminStats>;

export const adminUser = user.pick({
  id: true,
  fullName: true,
  email: true,
  username: true,
  subscriptionStatus: true,
  createdAt: true,
  isAdmin: true,
});
export type AdminUser = z.output<typeof adminUser>;

/** What a user was billed, and the payment provider's events about them. */
export const userBilling = z.object({
  status: subscriptionStatus,
  trialEndsAt: moment.nullable(),
  subscriptionEndsAt: moment.nullable(),
  customerId: z.string().nullable(),
  invoices: z.array(invoice),
  events: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      occurredAt: moment,
      /** What the event changed; null while it could not be applied, with the reason in `error`. */
      effect: z.string().nullable(),
      error: z.string().nullable(),
    }),
  ),
});
export type UserBilling = z.output<typeof userBilling>;

export const trialExtension = z.object({ days: z.number().int().min(1).max(365) });

/** A job that failed for good after all retries. */
export const failedJob = z.object({
  id: z.string(),
  kind: z.string(),
  error: z.string(),
  tries: count,
  createdAt: moment,
  failedAt: moment.nullable(),
});

/** The columns by which the list of users can be sorted; each has an index. */
export const USER_ORDERS = ['createdAt', 'id', 'fullName', 'email', 'username'] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

/**
 * Filters the list of users: `q` occurs in the name, email, username or id, in any case, and the subscription has this
 * status.
 */
export const usersQuery = pageQuery.extend({
  q: line().optional(),
  status: z.enum([...SUBSCRIPTION_STATUSES, 'admin']).optional(),
  order: z.enum(USER_ORDERS).default('createdAt'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
});
export type UsersQuery = z.output<typeof usersQuery>;

const one = z.object({ id });

export const adminEndpoints = {
  stats: endpoint('GET', '/api/admin/stats', {
    summary: 'Platform figures',
    who: 'admin',
    returns: adminStats,
  }),
  recentUsers: endpoint('GET', '/api/admin/recent-users', {
    summary: 'The ten latest users',
    who: 'admin',
    returns: z.array(adminUser),
  }),
  users: endpoint('GET', '/api/admin/users', {
    summary: 'All users, newest first unless asked otherwise',
    who: 'admin',
    query: usersQuery,
    returns: z.array(adminUser),
    paged: true,
  }),
  userBilling: endpoint('GET', '/api/admin/users/{id}/billing', {
    summary: "A user's invoices and the payment provider's events about them",
    who: 'admin',
    params: one,
    returns: userBilling,
  }),
  extendTrial: endpoint('POST', '/api/admin/users/{id}/trial', {
    summary: 'Give a user more free days',
    who: 'admin',
    params: one,
    body: trialExtension,
    returns: userBilling,
  }),
  failedJobs: endpoint('GET', '/api/admin/jobs', {
    summary: 'Background jobs that were given up, latest first',
    who: 'admin',
    query: pageQuery,
    returns: z.array(failedJob),
    paged: true,
  }),
  retryJob: endpoint('POST', '/api/admin/jobs/{id}/retry', {
    summary: 'Try a background job again that was given up',
    who: 'admin',
    params: one,
    returns: z.object({ id: z.string() }),
  }),
};
