import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { toAsciiDigits } from '#shared/formats/phone-links.ts';
import { memoize } from '#site/memoize.ts';

/**
 * Telephone numbers as people type them, converted to E.164 where possible. Nothing here rejects a number
 * (docs/decisions/145).
 */

/** Region of numbers without a country code: a country (ISO 3166-1 alpha-2), or a calling code that several share. */
export type PhoneRegion = { country: CountryCode } | { callingCode: string };

/** The region for a country's code, or null if it is not a country with telephone numbers. */
export const regionOf = (code: string | null | undefined): PhoneRegion | null =>
  code && isSupportedCountry(code) ? { country: code } : null;

/** Invisible characters: zero-width, direction marks, soft hyphens. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const EXTENSION = /(?:ext\p{L}*|x|доб\p{L}*)[.:=\s]*\d+\D*$/iu;
/** A letter adjacent to the digits is part of the number, as in 1-800-FLOWERS or a mistyped 02079460O0. */
const LETTER_IN_NUMBER = /\d[-.]?\p{L}|\p{L}[-.]?\d/u;

function parsePhone(typed: string, region: PhoneRegion | null): PhoneNumber | null {
  const text = toAsciiDigits(typed.replace(UNSEEN, ''))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^\s*tel:\s*/i, '');
  if (LETTER_IN_NUMBER.test(text.replace(EXTENSION, ''))) return null;
  const found = numberIn(text, region);
  // `00` is the international prefix in most of the world, so it counts even if the region is unknown or uses another.
  if (found?.isValid() || !/^[\s(]*00[\s)]*[1-9]/.test(text)) return found;
  return numberIn(text.replace(/^[\s(]*00[\s)]*/, '+'), null) ?? found;
}

function numberIn(text: string, region: PhoneRegion | null): PhoneNumber | null {
  const found = parsePhoneNumberFromString(text, {
    ...(region && 'country' in region ? { defaultCountry: region.country } : {}),
    ...(region && 'callingCode' in region ? { defaultCallingCode: region.callingCode } : {}),
  });
  // Possible by length rather than valid by prefix: prefixes are assigned faster than their tables are updated.
  if (!found?.isPossible()) return null;
  // A leading zero that is not the region's own trunk prefix: the number was dialed somewhere else.
  return found.nationalNumber.startsWith('0') && !found.isValid() ? null : found;
}

/**
 * The number if it is one of North America, typed with its country code and nothing else: ten digits behind it are possible
 * everywhere there, and to parse them all the same takes a tenth of an exchange (docs/decisions/392).
 */
function readNorthAmerican(typed: string): string | null {
  const digits = /^\+1[\d ().-]+$/.test(typed) ? typed.replace(/\D/g, '') : '';
  return /^1[2-9]\d{9}$/.test(digits) ? `+${digits}` : null;
}

/**
 * The number in E.164 form (ITU-T), `+442079460000`, without an extension; null if it cannot be understood. A number
 * without a country code belongs to `region`.
 */
export const toE164 = (typed: string | null | undefined, region: PhoneRegion | null = null): string | null =>
  (typed && numberOf({ typed, region })) || null;

const NUMBERS_MAX = 5_000;
/** Empty if it is not understood. Reading a number takes as long as all else of a row. */
const numberOf = memoize(
  ({ typed, region }: { typed: string; region: PhoneRegion | null }) =>
    readNorthAmerican(typed) ?? parsePhone(typed, region)?.number ?? '',
  ({ typed, region }) => `${Object.values(region ?? {})} ${typed}`,
  NUMBERS_MAX,
);

/** The region of a number, which also applies to a number next to it that has no country code. */
export function regionOfNumber(typed: string | null): PhoneRegion | null {
  const found = typed ? parsePhone(typed, null) : null;
  if (!found) return null;
  return found.country ? { country: found.country } : { callingCode: found.countryCallingCode };
}

/** The country of a number in E.164 form (ISO 3166-1 alpha-2); null for none, or one that several countries share. */
export const countryOfNumber = (e164: string | null): string | null =>
  (e164 && parsePhone(e164, null)?.country) || null;

/** The extension typed with a number: digits, or null. */
export const readExtension = (typed: string, region: PhoneRegion | null = null): string | null =>
  parsePhone(typed, region)?.ext ?? null;

/**
 * A number for a file opened in spreadsheets: international, in groups, as in `+44 20 7946 0000 ext. 5`, so that they
 * keep it as text. `e164` is the number as it was understood when it arrived. A number that was not understood stays as
 * typed, except that bare digits are grouped if a spreadsheet would drop a zero or round them.
 */
export function phoneForFile(typed: string, e164: string | null): string {
  if (IN_GROUPS.test(typed) && typed.replaceAll(' ', '') === e164) return typed;
  const found = e164 ? numberIn(e164, null) : parsePhone(typed, null);
  if (found) {
    const extension = MAY_HAVE_EXTENSION.test(typed)
      ? (readExtension(typed) ?? (e164 ? readExtension(typed, regionOfNumber(e164)) : null))
      : null;
    const groups =
      found
        .formatInternational()
        .replace(/ ext\..*$/, '')
        .match(/\d+/g) ?? [];
    return `+${groups.join(' ')}${extension ? ` ext. ${extension}` : ''}`;
  }
  if (/^\+[\d\s().-]+$/.test(typed)) return `+${toGroups(typed)}`;
  return /^(0\d+|\d{12,})$/.test(typed) ? toGroups(typed) : typed;
}

/** As a file wants it already. Reading a number costs more than all the rest of a row. */
const IN_GROUPS = /^\+\d+(?: \d+)+$/;
/** An extension begins with a letter or a sign that no number has. */
const MAY_HAVE_EXTENSION = /[^\d\s()+./-]/;

/** The digits in the groups they were typed in, or in threes if there were none. */
function toGroups(typed: string): string {
  const groups = typed.match(/\d+/g) ?? [];
  return groups.length > 1 ? groups.join(' ') : (groups[0] ?? '').replace(/\d{3}(?=\d)/g, '$& ');
}
