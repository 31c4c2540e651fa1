import { endpoint } from '#shared/contract/api.ts';
import { count, id, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { asMoment } from '#shared/people/contact-details.ts';

/** Contacts that members of a team deleted, which the team keeps and can give back. */

export const released = z
  .object({
    /** The member. */
    holderId: id,
    fullName: z.string(),
    /** Contacts and leads, of the last 30 days. */
    count,
    firstAt: moment,
    lastAt: moment,
  })
  .meta({ id: 'Released' });
export type Released = z.output<typeof released>;

const releasedChoice = z.object({
  holderId: id,
  /** All of the last 30 days if left out. */
  since: asMoment.optional(),
});
export type ReleasedChoice = z.output<typeof releasedChoice>;

export const releasedEndpoints = {
  list: endpoint('GET', '/api/contacts/released', {
    summary: 'How many people each member of a team has deleted, which the team still has',
    who: 'user',
    account: 'query',
    limit: 'list',
    returns: z.array(released),
  }),
  restore: endpoint('POST', '/api/contacts/released/restore', {
    summary: 'Give people back to the member who deleted them, from a moment on',
    who: 'user',
    account: 'query',
    body: releasedChoice,
    limit: 'contactWrite',
    returns: z.object({ count }),
  }),
};
