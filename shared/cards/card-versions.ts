import { endpoint } from '#shared/contract/api.ts';
import { z } from '#shared/contract/zod.ts';
import { CARD_FIELD_NAMES } from './card-fields.ts';
import { card, cardParams } from './cards.ts';

/** Held cards of a team as they were: their holder may empty one, and the team bring it back. */

const version = z.object({
  /** The day (UTC) before whose first change the card was kept, as YYYY-MM-DD. */
  day: z.iso.date(),
  /** The fields that have another value now. */
  changed: z.array(z.enum(CARD_FIELD_NAMES)),
});
export type CardVersion = z.output<typeof version>;

export const cardVersionEndpoints = {
  list: endpoint('GET', '/api/cards/{id}/versions', {
    summary: 'How a held card of a team was before the first change of each of the last 30 days',
    who: 'user',
    account: 'query',
    params: cardParams,
    returns: z.array(version),
  }),
  restore: endpoint('POST', '/api/cards/{id}/versions/{day}', {
    summary: 'Save a card again as it was before the first change of a day',
    who: 'user',
    account: 'query',
    params: cardParams.extend({ day: z.iso.date() }),
    returns: card,
  }),
};
