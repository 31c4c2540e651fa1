import { endpoint } from '#shared/contract/api.ts';
import { count, id, line, moment } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { asMoment } from './contact-details.ts';
import { CHOSEN_MAX, TAG_LENGTH_MAX } from './contact-limits.ts';
import { CONTACT_FILTERS } from './contacts.ts';

/** Changes of many contacts at once, and how they are undone. */

export const tag = line(TAG_LENGTH_MAX).min(1, 'Enter a tag');

export const savedQuery = z.object({
  q: line().optional(),
  filter: z.enum(CONTACT_FILTERS).optional(),
  tag: tag.optional(),
});
const chosen = {
  /** Contacts one by one, or … */
  ids: z.array(id).min(1).max(CHOSEN_MAX).optional(),
  /** … all that match and were there at `asOf`. */
  all: savedQuery.extend({ asOf: asMoment }).optional(),
  except: z.array(id).max(CHOSEN_MAX).optional(),
};
export const bulkChange = z
  .object({
    action: z.enum(['tag', 'untag', 'favorite', 'unfavorite', 'delete']),
    tag: tag.optional(),
    ...chosen,
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), 'Send either ids or all')
  .refine(({ action, tag: name }) => !action.endsWith('tag') || name !== undefined, {
    message: 'Enter a tag',
    path: ['tag'],
  });
export type BulkChange = z.output<typeof bulkChange>;

export const contactOperation = z.object({
  id,
  kind: z.string(),
  state: z.enum(['running', 'done', 'undoing', 'undone', 'failed']),
  /** How many contacts it was done to so far; while it is undone, how many are left. */
  done: count,
  /** Why it failed, possibly with a part of it done; it can be undone still. */
  error: z.string().nullable(),
});
export type ContactOperation = z.output<typeof contactOperation>;

/** One that is over or goes on, as its owner looks back on it. */
export const recentChange = contactOperation.extend({
  /** How many contacts it had been done to, also once it is undone; 0 if that is no longer known. */
  changed: count,
  tag: z.string().nullable(),
  /** Who was updated from their card, if they are still there. */
  name: z.string().nullable(),
  createdAt: moment,
});
export type RecentChange = z.output<typeof recentChange>;

const byTeamsToo = { who: 'user', account: 'query' } as const;
const params = z.object({ id });

export const contactOperationEndpoints = {
  bulk: endpoint('POST', '/api/contacts/bulk', {
    summary: 'Tag, untag, favorite or delete many contacts; more than a few hundred page by page',
    ...byTeamsToo,
    body: bulkChange,
    returns: contactOperation,
    limit: 'contactWrite',
  }),
  listOperations: endpoint('GET', '/api/contacts/operations', {
    summary:
      'Changes of many contacts, merges and updates from cards that can be undone or were, newest first',
    ...byTeamsToo,
    query: pageQuery,
    returns: z.array(recentChange),
    paged: true,
    limit: 'list',
  }),
  getOperation: endpoint('GET', '/api/contacts/operations/{id}', {
    summary: 'How far a change of many contacts has come',
    ...byTeamsToo,
    params,
    returns: contactOperation,
  }),
  undo: endpoint('POST', '/api/contacts/operations/{id}/undo', {
    summary: 'Undo a change of many contacts, or a merge, as a whole; within 30 days',
    ...byTeamsToo,
    params,
    returns: contactOperation,
    limit: 'contactWrite',
  }),
};
