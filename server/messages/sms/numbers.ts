import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  type NumberType,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import type { AppContext } from '#server/context.ts';

/** Numbers that may get a text: their country, and whether calling them costs more than usual. */

/** Each is charged to somebody, or no phone at all. Sending there is how text messages are abused for money. */
const REFUSED: ReadonlySet<NumberType | undefined> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'UAN',
  'PAGER',
  'VOICEMAIL',
  'PERSONAL_NUMBER',
] as const);

/** Irreversible, and the same for all owners: how opt-outs are kept. */
export const hashOfNumber = ({ keyedHash }: Pick<AppContext, 'keyedHash'>, e164: string): string =>
  keyedHash('text number', e164).toString('base64url');

/**
 * The country of a number (ISO 3166-1 alpha-2), null if it belongs to none. Where several share a calling code and its
 * tables know the number of none of them, it is the largest: the United States for +1, Great Britain for +44.
 */
export function textCountryOf(e164: string | null | undefined): CountryCode | null {
  const found = e164?.startsWith('+') ? parsePhoneNumberFromString(e164) : undefined;
  if (!found?.isPossible()) return null;
  return found.country ?? mainCountryOf(found);
}

const MAIN: Readonly<Record<string, CountryCode>> = {
  '1': 'US',
  '44': 'GB',
  '7': 'RU',
  '39': 'IT',
  '61': 'AU',
};

function mainCountryOf({ countryCallingCode }: PhoneNumber): CountryCode | null {
  const main = MAIN[countryCallingCode];
  if (main) return main;
  const [country, another] = getCountries().filter(
    (one) => getCountryCallingCode(one) === countryCallingCode,
  );
  return country && !another ? country : null;
}

/** True if a number can be that of a person's phone. */
export const isPersonal = (e164: string): boolean =>
  !REFUSED.has(parsePhoneNumberFromString(e164)?.getType());
