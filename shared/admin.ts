import { user } from './account.ts';
import { endpoint } from './api.ts';
import { count } from './fields.ts';
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

export const adminRows = {
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
    summary: 'All users, newest first',
    who: 'admin',
    returns: z.array(adminUser),
  }),
};
