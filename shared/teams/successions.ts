import { endpoint } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { INVITE_STATES } from './claims.ts';
import { successorChoice } from './successor-choice.ts';

/** Cards of a team that are handed from one person to another (docs/decisions/364). */

export const succession = z
  .object({
    id,
    cardId: id,
    /** The name that stood on the card. */
    formerName: z.string(),
    /** Who comes next, with the state of their invite; null while nobody was named, or once the invite is gone. */
    successor: z
      .object({
        inviteId: id,
        fullName: z.string(),
        email: z.string(),
        state: z.enum(INVITE_STATES),
        /** Why no mail was sent, in a sentence; null if one was. */
        problem: z.string().nullable(),
      })
      .nullable(),
    /** True if the card's page names them meanwhile. */
    isNamed: z.boolean(),
    createdAt: moment,
    /** Null until the successor has claimed the card: until then, it can be undone. */
    claimedAt: moment.nullable(),
    /** Whom the card has met: how many come to the new holder, and how many have; null until it is claimed. */
    people: z.object({ total: count, moved: count }).nullable(),
  })
  .meta({ id: 'Succession' });
export type Succession = z.output<typeof succession>;

const params = z.object({ id });
const cardParams = z.object({ id, cardId: id });

export const successionEndpoints = {
  list: endpoint('GET', '/api/teams/{id}/successions', {
    summary: 'Cards of a team that were handed to somebody else, the latest first',
    who: 'user',
    account: 'path',
    params,
    query: pageQuery,
    limit: 'list',
    paged: true,
    returns: z.array(succession),
  }),
  hand: endpoint('POST', '/api/teams/{id}/cards/{cardId}/succession', {
    summary: 'Take the person off a card and hand it to somebody else, or name another successor',
    who: 'user',
    account: 'path',
    params: cardParams,
    body: successorChoice,
    limit: 'accountWrite',
    returns: succession,
  }),
  undo: endpoint('DELETE', '/api/teams/{id}/cards/{cardId}/succession', {
    summary: 'Undo that a card was handed over, until the successor has claimed it',
    who: 'user',
    account: 'path',
    params: cardParams,
    limit: 'accountWrite',
    returns: z.object({ cardId: id }),
  }),
};
