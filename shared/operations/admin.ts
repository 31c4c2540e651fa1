import { subscriptionStatus, user } from '#shared/accounts/account.ts';
import { endpoint, file } from '#shared/contract/api.ts';
import { SUBSCRIPTION_STATUSES } from '#shared/contract/constants.ts';
import { count, id, line, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { invoice } from '#shared/money/billing.ts';
import { act, adminDeletion, adminUserState, suspension, trialExtension } from './admin-acts.ts';
import { health } from './health.ts';

/** Figures for administrators. Administrators are made on the command line only. */

export const adminStats = z
  .object({
    totalUsers: count,
    signupsToday: count,
    signupsThisWeek: count,
    signupsThisMonth: count,
    activeSubscriptions: count,
    trialUsers: count,
    /** US dollars, of people and teams. */
    monthlyRevenue: count,
    /** Of it, what teams pay; and how many of them pay, for how many cards. */
    teamRevenue: count,
    activeTeams: count,
    billedTeamCards: count,
    /** Teams that are not deleted, and their cards and contacts, which are in the totals below, too. */
    totalTeams: count,
    teamCards: count,
    teamContacts: count,
    totalCards: count,
    totalContacts: count,
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.output<typeof adminStats>;

export const adminUser = user
  .pick({
    id: true,
    fullName: true,
    email: true,
    username: true,
    subscriptionStatus: true,
    createdAt: true,
    isAdmin: true,
  })
  .extend({ suspendedAt: moment.nullable() })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.output<typeof adminUser>;

/** A user's bills, and the payment provider's events about them. */
export const userBilling = z
  .object({
    status: subscriptionStatus,
    trialEndsAt: moment.nullable(),
    subscriptionEndsAt: moment.nullable(),
    customerId: z.string().nullable(),
    /** A mail server's answer when it refused the user's address for good, and its time; null while it takes mail. */
    refusal: z.object({ at: moment, answer: z.string() }).nullable(),
    invoices: z.array(invoice),
    events: z.array(
      z.object({
        id: z.string(),
        type: z.string(),
        occurredAt: moment,
        /** The change made by the event; null while it could not be applied, with the reason in `error`. */
        effect: z.string().nullable(),
        error: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'UserBilling' });
export type UserBilling = z.output<typeof userBilling>;

/** An entry of the audit log. */
export const adminAction = z
  .object({
    id,
    /** Username of the administrator; "command line" for what was done there. */
    admin: z.string(),
    action: z.string(),
    /** The action in words. */
    title: z.string(),
    targetId: z.string(),
    /** Username of the account as it was then, or the name of what else it was done to. */
    target: z.string(),
    about: z.string().nullable(),
    reason: z.string(),
    /** The id of the deleted account's archive: `GET /api/admin/archives/{id}`, for 30 days. */
    archive: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'AdminAction' });
export type AdminActionRow = z.output<typeof adminAction>;

/** `target`: only what was done to the account of this id. */
export const actionsQuery = pageQuery.extend({ target: line().optional() });
export type ActionsQuery = z.output<typeof actionsQuery>;

/** Requests to the language model, newest day first. */
export const modelFigures = z
  .object({
    /** Null if this server has none. */
    model: z.object({ host: z.string(), name: z.string() }).nullable(),
    days: z.array(
      z.object({
        /** As YYYY-MM-DD, in UTC. */
        day: z.string(),
        accounts: count,
        calls: count,
        /** Calls without an answer, or with one that could not be used. */
        failures: count,
        /** Of prompts and answers. */
        tokens: count,
      }),
    ),
  })
  .meta({ id: 'ModelFigures' });
export type ModelFigures = z.output<typeof modelFigures>;

/** A job that failed for good after all retries. */
export const failedJob = z
  .object({
    id: z.string(),
    kind: z.string(),
    /** The username of the person it is about, the name of the team, or the id of who is gone or of a customer; null if it is about none. */
    about: z.string().nullable(),
    error: z.string(),
    tries: count,
    createdAt: moment,
    failedAt: moment.nullable(),
  })
  .meta({ id: 'FailedJob' });

/** The columns by which the list of users can be sorted; each has an index. */
export const USER_ORDERS = ['createdAt', 'id', 'fullName', 'email', 'username'] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

/**
 * Filters the list of users: `q` occurs in the name, email, username or id, in any case, and the subscription has this
 * status.
 */
export const usersQuery = pageQuery.extend({
  q: line().optional(),
  status: z.enum([...SUBSCRIPTION_STATUSES, 'admin', 'suspended']).optional(),
  order: z.enum(USER_ORDERS).default('createdAt'),
  direction: z.enum(['ascending', 'descending']).default('descending'),
});
export type UsersQuery = z.output<typeof usersQuery>;

const one = z.object({ id });
const oneAccount = z.object({ id: id.brand<'AccountId'>() });

export const adminEndpoints = {
  stats: endpoint('GET', '/api/admin/stats', {
    summary: 'Platform statistics',
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
    params: oneAccount,
    returns: userBilling,
  }),
  extendTrial: endpoint('POST', '/api/admin/users/{id}/trial', {
    summary: 'Give a user more free days',
    who: 'admin',
    params: oneAccount,
    body: trialExtension,
    returns: userBilling,
  }),
  health: endpoint('GET', '/api/admin/health', {
    summary: 'Whether payments are set up as they must be: the price, the events, the last comparison',
    who: 'admin',
    returns: health,
  }),
  model: endpoint('GET', '/api/admin/model', {
    summary: 'What was asked of the language model on each of the last 30 days',
    who: 'admin',
    returns: modelFigures,
  }),
  user: endpoint('GET', '/api/admin/users/{id}', {
    summary: 'Whether an account is suspended, and its open sessions',
    who: 'admin',
    params: oneAccount,
    returns: adminUserState,
  }),
  suspend: endpoint('POST', '/api/admin/users/{id}/suspend', {
    summary: 'Suspend an account: end its sessions and charges, and hide its public pages or leave them',
    who: 'admin',
    params: oneAccount,
    body: suspension,
    returns: adminUserState,
  }),
  restore: endpoint('POST', '/api/admin/users/{id}/restore', {
    summary: 'Restore a suspended account',
    who: 'admin',
    params: oneAccount,
    body: act,
    returns: adminUserState,
  }),
  endSessions: endpoint('POST', '/api/admin/users/{id}/end-sessions', {
    summary: 'Sign a user out everywhere',
    who: 'admin',
    params: oneAccount,
    body: act,
    returns: adminUserState,
  }),
  sendReset: endpoint('POST', '/api/admin/users/{id}/reset', {
    summary: 'Email a user the link to set a new password',
    who: 'admin',
    params: oneAccount,
    body: act,
    returns: adminUserState,
  }),
  deleteUser: endpoint('DELETE', '/api/admin/users/{id}', {
    summary: 'Write an archive of everything in an account, then permanently delete the account',
    who: 'admin',
    params: oneAccount,
    body: adminDeletion,
    returns: z.object({ id, archive: z.string() }),
  }),
  archive: endpoint('GET', '/api/admin/archives/{id}', {
    summary: 'The archive of an account that an administrator deleted, for 30 days',
    who: 'admin',
    isAct: true,
    params: one,
    returns: file('application/zip'),
  }),
  actions: endpoint('GET', '/api/admin/actions', {
    summary: 'The audit log: what administrators did, to whom and why, latest first',
    who: 'admin',
    query: actionsQuery,
    returns: z.array(adminAction),
    paged: true,
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
