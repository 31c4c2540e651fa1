import type { CardRow } from '#server/cards/read-card.ts';
import { type PhoneRegion, phoneForFile, regionOf, regionOfNumber, toE164 } from '#server/infra/phone.ts';
import { PHONE_FIELD_NAMES, type PhoneFieldName } from '#shared/card-fields.ts';
import type { PublicCard } from '#shared/cards.ts';

/** The telephone numbers of a card, read. */

type Phones = Pick<CardRow, PhoneFieldName | 'phoneRegion'>;

/** Where a number without a country code belongs that stands on this card, or is left with it: where the card's own do. */
export function regionOfCard(card: Phones): PhoneRegion | null {
  for (const name of PHONE_FIELD_NAMES) {
    const region = regionOfNumber(card[name]);
    if (region) return region;
  }
  const hasPhone = PHONE_FIELD_NAMES.some((name) => card[name]);
  return hasPhone ? regionOf(card.phoneRegion) : null;
}

/** Those that can be read, in the form of E.164. */
export function readPhones(card: Phones): PublicCard['phonesE164'] {
  const phones: PublicCard['phonesE164'] = {};
  if (!PHONE_FIELD_NAMES.some((name) => card[name])) return phones;
  const region = regionOfCard(card);
  for (const name of PHONE_FIELD_NAMES) {
    const e164 = toE164(card[name], region);
    if (e164) phones[name] = e164;
  }
  return phones;
}

/** The same card with its numbers as files hold them: international, in groups. */
export function withFilePhones(card: CardRow): CardRow {
  const copy = { ...card };
  const e164s = readPhones(card);
  for (const name of PHONE_FIELD_NAMES) {
    const typed = card[name];
    if (typed) copy[name] = phoneForFile(typed, e164s[name] ?? null);
  }
  return copy;
}
