import type { Account } from '#shared/accounts/account.ts';
import { cardField, SHARED_DETAILS } from '#shared/cards/card-fields.ts';
import type { Card } from '#shared/cards/cards.ts';
import { isSameDetail } from './detail-changes.ts';
import type { DetailChange, Offer } from './offer.ts';

/** Where else the old details of a card stand. */

type DetailName = (typeof SHARED_DETAILS)[keyof typeof SHARED_DETAILS][number];

export interface CardPlace {
  card: Card;
  /** The new value of each field that has an old one. */
  fields: Partial<Record<DetailName, string>>;
  /** The labels of these fields. */
  labels: string[];
}

const isOld = (card: Card, name: DetailName, { detail, from, fromE164 }: DetailChange): boolean => {
  const value = card[name];
  if (!value) return false;
  const e164 = (card.phonesE164 as Partial<Record<string, string>>)[name];
  return isSameDetail(detail, value, from) || (e164 !== undefined && e164 === fromE164);
};

export function findCardPlaces({ cardId, changes }: Offer, cards: readonly Card[]): CardPlace[] {
  return cards
    .filter((card) => card.id !== cardId)
    .map((card) => {
      const found = changes.flatMap((change) =>
        SHARED_DETAILS[change.detail]
          .filter((name) => isOld(card, name, change))
          .map((name) => [name, change.to] as const),
      );
      return {
        card,
        fields: Object.fromEntries(found),
        labels: found.map(([name]) => cardField(name).label),
      };
    })
    .filter(({ labels }) => labels.length > 0);
}

const findChange = (
  { changes }: Offer,
  detail: DetailChange['detail'],
  value: string | null,
): DetailChange | undefined =>
  changes.find((one) => one.detail === detail && value && isSameDetail(detail, value, one.from));

/** The number for the account, if it has the old one. */
export const findAccountNumber = (offer: Offer, { settings }: Account): string | undefined =>
  findChange(offer, 'phone', settings.phoneNumber)?.to;

/** True if the account's email address is the old one: it is changed in its settings, which confirm it. */
export const hasOldAddress = (offer: Offer, { user }: Account): boolean =>
  findChange(offer, 'email', user.email) !== undefined;
