import { endpoint } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { TEAM_ROLES } from './roles.ts';

/** People who left a team, for the 30 days in which they can come back to what they held (docs/decisions/364). */

const leaver = z
  .object({
    userId: id,
    fullName: z.string(),
    /** The one that the team invited; empty if it invited none. */
    email: z.string(),
    role: z.enum(TEAM_ROLES),
    /** They left by themselves, and come back only if they accept. */
    isOwnChoice: z.boolean(),
    leftAt: moment,
    /** When they were asked to come back; null if they were not. */
    askedAt: moment.nullable(),
    /** How many cards come back with them. */
    cardCount: count,
    /** Those that somebody else has by now, and would have to be handed back. */
    taken: z.array(z.object({ cardId: id, holderName: z.string() })),
  })
  .meta({ id: 'Leaver' });
export type Leaver = z.output<typeof leaver>;

const askingTeam = z
  .object({ id, name: z.string(), askedAt: moment, cardCount: count })
  .meta({ id: 'AskingTeam' });
export type AskingTeam = z.output<typeof askingTeam>;

const heldCard = z
  .object({ cardId: id, name: z.string(), fullName: z.string(), people: count })
  .meta({ id: 'HeldCard' });
export type HeldCard = z.output<typeof heldCard>;

const params = z.object({ id });
const leaverParams = z.object({ id, userId: id.brand<'PersonId'>() });

export const leaverEndpoints = {
  held: endpoint('GET', '/api/teams/{id}/members/{userId}/cards', {
    summary: 'The cards of a team that somebody holds, with how many people each has met; up to 50',
    who: 'user',
    account: 'path',
    params: leaverParams,
    limit: 'list',
    returns: z.array(heldCard),
  }),
  list: endpoint('GET', '/api/teams/{id}/leavers', {
    summary: 'The people who left a team in the last 30 days, the latest first',
    who: 'user',
    account: 'path',
    params,
    query: pageQuery,
    limit: 'list',
    paged: true,
    returns: z.array(leaver),
  }),
  bringBack: endpoint('POST', '/api/teams/{id}/leavers/{userId}', {
    summary:
      'Bring somebody back with their cards and people; whoever left by themselves is asked, and comes back when they accept',
    who: 'user',
    account: 'path',
    params: leaverParams,
    limit: 'accountWrite',
    /** `cardsLeft`: how many stay without a holder, because the team can have no more that somebody holds. */
    returns: z.object({ isBack: z.boolean(), cardsLeft: count }),
  }),
  asking: endpoint('GET', '/api/teams/asking', {
    summary: 'The teams that ask you to come back',
    who: 'user',
    returns: z.array(askingTeam),
  }),
  accept: endpoint('POST', '/api/teams/{id}/return', {
    summary: 'Come back to a team that asks you to',
    who: 'user',
    params,
    limit: 'accountWrite',
    returns: z.object({ teamId: id }),
  }),
};
