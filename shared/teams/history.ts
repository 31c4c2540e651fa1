import { endpoint } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';

/** Who did what in a team, to whom, when and from where. */

export const TEAM_EVENT_GROUPS = ['cards', 'people', 'team', 'billing', 'data'] as const;
export type TeamEventGroup = (typeof TEAM_EVENT_GROUPS)[number];

/** How far back one looks, in days. */
export const HISTORY_RANGES = ['7', '30', '90', '365'] as const;

export const teamEvent = z
  .object({
    id,
    kind: z.string(),
    /** The kind in words. */
    title: z.string(),
    /** Whom or what, or from what to what. */
    about: z.string().nullable(),
    /** Null for what no person did. */
    by: z.string().nullable(),
    device: z.string().nullable(),
    /** The network part of the address: the first 24 bits of IPv4, the first 48 of IPv6. */
    network: z.string().nullable(),
    place: z.string().nullable(),
    count,
    createdAt: moment,
  })
  .meta({ id: 'TeamEvent' });
export type TeamEvent = z.output<typeof teamEvent>;

export const teamHistoryEndpoints = {
  list: endpoint('GET', '/api/teams/{id}/history', {
    summary: 'Who did what in the team in the last year, latest first; by person, subject and time',
    who: 'user',
    account: 'path',
    params: z.object({ id }),
    query: pageQuery.extend({
      /** Somebody who did it, or to whom it was done. */
      person: id.optional(),
      about: z.enum(TEAM_EVENT_GROUPS).optional(),
      days: z.enum(HISTORY_RANGES).default('365'),
    }),
    limit: 'list',
    paged: true,
    returns: z.array(teamEvent),
  }),
};
