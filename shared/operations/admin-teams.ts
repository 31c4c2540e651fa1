import { subscriptionStatus, user } from '#shared/accounts/account.ts';
import { endpoint } from '#shared/contract/api.ts';
import { count, id, line, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { act, adminDeletion, appointment, suspension } from './admin-acts.ts';

/** Teams, as administrators of the platform see them, and what they do about them. */

export const adminTeam = z
  .object({
    id,
    name: z.string(),
    username: z.string(),
    owner: user.pick({ id: true, fullName: true, email: true, username: true }),
    memberCount: count,
    /** Cards that somebody holds. */
    claimedCards: count,
    subscriptionStatus,
    suspendedAt: moment.nullable(),
    /** True if its public pages are hidden while it is suspended. */
    hidesPages: z.boolean(),
    suspensionMessage: z.string().nullable(),
    /** Set while it waits to be deleted for good, and can be brought back. */
    deletedAt: moment.nullable(),
    createdAt: moment,
  })
  .meta({ id: 'AdminTeam' });
export type AdminTeam = z.output<typeof adminTeam>;

/** `q` occurs in the name, username or id of a team, or in the name, email, username or id of its owner, in any case. */
export const adminTeamsQuery = pageQuery.extend({ q: line().optional() });
export type AdminTeamsQuery = z.output<typeof adminTeamsQuery>;

const OF_TEAM = { who: 'admin', params: z.object({ id: id.brand<'AccountId'>() }) } as const;

export const adminTeamEndpoints = {
  list: endpoint('GET', '/api/admin/teams', {
    summary: 'All teams, newest first',
    who: 'admin',
    query: adminTeamsQuery,
    returns: z.array(adminTeam),
    paged: true,
  }),
  suspend: endpoint('POST', '/api/admin/teams/{id}/suspend', {
    ...OF_TEAM,
    summary: 'Suspend a team: end its charges, let nobody change it, and hide its public pages or leave them',
    body: suspension,
    returns: adminTeam,
  }),
  restore: endpoint('POST', '/api/admin/teams/{id}/restore', {
    ...OF_TEAM,
    summary: 'Restore a suspended team',
    body: act,
    returns: adminTeam,
  }),
  appoint: endpoint('POST', '/api/admin/teams/{id}/owner', {
    ...OF_TEAM,
    summary: 'Appoint the owner of a team whose own is lost; they are both told',
    body: appointment,
    returns: z.object({ id, name: z.string(), owner: z.string() }),
  }),
  delete: endpoint('DELETE', '/api/admin/teams/{id}', {
    ...OF_TEAM,
    summary: 'Write an archive of everything in a team, then delete it; it can be brought back for 30 days',
    body: adminDeletion,
    returns: z.object({ id, archive: z.string() }),
  }),
  bringBack: endpoint('POST', '/api/admin/teams/{id}/bring-back', {
    ...OF_TEAM,
    summary: 'Bring a deleted team back, within 30 days',
    body: act,
    returns: adminTeam,
  }),
};
