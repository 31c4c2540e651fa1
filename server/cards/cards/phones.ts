import type { CardRow } from '#server/cards/cards/read-card.ts';
import { type PhoneRegion, phoneForFile, regionOf, regionOfNumber, toE164 } from '#server/infra/phone.ts';
import { PHONE_FIELD_NAMES, type PhoneFieldName } from '#shared/cards/card-fields.ts';
import type { PublicCard } from '#shared/cards/cards.ts';

/** Parsing the phone numbers of a card. */

type Phones = Pick<CardRow, PhoneFieldName | 'phoneRegion'>;

/** The region for numbers without a country code, on this card or sent to it: that of the card's own numbers. */
export function regionOfCard(card: Phones): PhoneRegion | null {
  for (const name of PHONE_FIELD_NAMES) {
    const region = regionOfNumber(card[name]);
    if (region) return region;
  }
  const hasPhone = PHONE_FIELD_NAMES.some((name) => card[name]);
  return hasPhone ? regionOf(card.phoneRegion) : null;
}

/** The numbers that can be parsed, in E.164 format. */
export function readPhones(card: Phones): PublicCard['phonesE164'] {
  const phones: PublicCard['phonesE164'] = {};
  if (!PHONE_FIELD_NAMES.some((name) => card[name])) return phones;
  const hasCountryCodes = PHONE_FIELD_NAMES.every((name) => /^\s*(?:\+|$)/.test(card[name] ?? ''));
  // Reading a number takes as long as a whole contact file.
  const region = hasCountryCodes ? null : regionOfCard(card);
  for (const name of PHONE_FIELD_NAMES) {
    const e164 = toE164(card[name], region);
    if (e164) phones[name] = e164;
  }
  return phones;
}

/** A card with its numbers as files contain them: in international format, in groups. */
export function withFilePhones(card: CardRow): CardRow {
  const copy = { ...card };
  const e164s = readPhones(card);
  for (const name of PHONE_FIELD_NAMES) {
    const typed = card[name];
    if (typed) copy[name] = phoneForFile(typed, e164s[name] ?? null);
  }
  return copy;
}
