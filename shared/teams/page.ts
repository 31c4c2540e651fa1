import { endpoint } from '#shared/contract/api.ts';
import { id } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** The public page of a team: its people, as far as they agreed to be on it. */

export const teamPagePath = (username: string): string => `/team/${encodeURIComponent(username)}`;

export const teamPageSettings = z
  .object({
    isPublic: z.boolean(),
    /** The page's address, also while it is not public. */
    path: z.string(),
    /** The cards of the team that the caller holds; only they decide if these are on the page. */
    cards: z.array(z.object({ id, name: z.string(), fullName: z.string(), isListed: z.boolean() })),
  })
  .meta({ id: 'TeamPageSettings' });
export type TeamPageSettings = z.output<typeof teamPageSettings>;

const params = z.object({ id });

export const teamPageEndpoints = {
  get: endpoint('GET', '/api/teams/{id}/page', {
    summary: 'If the team has a public page, and which of your cards are on it',
    who: 'user',
    account: 'path',
    params,
    limit: 'list',
    returns: teamPageSettings,
  }),
  change: endpoint('PUT', '/api/teams/{id}/page', {
    summary: 'Make the team’s page public, or end that',
    who: 'user',
    account: 'path',
    params,
    body: z.object({ isPublic: z.boolean() }),
    limit: 'accountWrite',
    returns: teamPageSettings,
  }),
  agree: endpoint('PUT', '/api/teams/{id}/page/cards/{cardId}', {
    summary: 'Say if a card that you hold is on the team’s page',
    who: 'user',
    account: 'path',
    params: z.object({ id, cardId: id }),
    body: z.object({ isListed: z.boolean() }),
    limit: 'cardWrite',
    returns: teamPageSettings,
  }),
};
