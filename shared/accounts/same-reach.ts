import { SHARED_DETAILS } from '#shared/cards/card-fields.ts';
import { card, cardChanges } from '#shared/cards/cards.ts';
import { endpoint } from '#shared/contract/api.ts';
import { CARD_LIMIT } from '#shared/contract/constants.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { id } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';
import { account, accountChanges } from './account.ts';

/** A new number, address or company on all cards that had the old one, and for the account. */

const { phone, email, company } = SHARED_DETAILS;

const cardReach = cardChanges
  .pick({ ...each([...phone, ...email, ...company], () => true as const), baseVersion: true })
  .required({ baseVersion: true })
  .extend({ id });

export const sameReach = z
  .object({
    /** Each with the version that its new details were chosen for. */
    cards: z
      .array(cardReach)
      .max(CARD_LIMIT)
      .refine((cards) => new Set(cards.map((one) => one.id)).size === cards.length, 'Send each card once')
      .default([]),
    /** The account's number. Its email address has a confirmation of its own. */
    phoneNumber: accountChanges.shape.phoneNumber,
  })
  .refine(({ cards, phoneNumber }) => cards.length > 0 || phoneNumber !== undefined, {
    message: 'Choose where to use it',
    path: ['cards'],
  })
  .meta({ id: 'SameReach' });
export type SameReach = z.output<typeof sameReach>;

export const sameReachEndpoints = {
  change: endpoint('PATCH', '/api/account/reach', {
    summary:
      'Change numbers, addresses and the company on several cards, and the number of the account: all of it or nothing. 409 if a card has a newer version than `baseVersion`, unless it has these details already',
    who: 'user',
    body: sameReach,
    returns: z.object({ cards: z.array(card), account }),
    limit: 'cardWrite',
  }),
};
