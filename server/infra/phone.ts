import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/min';
import { toAsciiDigits } from '#shared/phone-links.ts';

/** Telephone numbers as people type them, read as E.164 where that can be done. Nothing here refuses a number. */

/** What a number without a country code belongs to: a country (ISO 3166-1 alpha-2), or a calling code that several share. */
export type PhoneRegion = { country: CountryCode } | { callingCode: string };

/** The region of a country's code, or null for what is no country with telephone numbers. */
export const regionOf = (code: string | null | undefined): PhoneRegion | null =>
  code && isSupportedCountry(code) ? { country: code } : null;

/** Marks that nobody sees: zero-width characters, directions, soft hyphens. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
const EXTENSION = /(?:ext\p{L}*|x|доб\p{L}*)[.:=\s]*\d+\D*$/iu;
/** A letter that touches the digits of a number is part of it, as in 1-800-FLOWERS or a mistyped 02079460O0. */
const LETTER_IN_NUMBER = /\d[-.]?\p{L}|\p{L}[-.]?\d/u;

function parse(typed: string, region: PhoneRegion | null): PhoneNumber | null {
  const text = toAsciiDigits(typed.replace(UNSEEN, ''))
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/^\s*tel:\s*/i, '');
  if (LETTER_IN_NUMBER.test(text.replace(EXTENSION, ''))) return null;
  const found = numberIn(text, region);
  // `00` is how most of the world dials abroad, also where the region is unknown or dials otherwise.
  if (found?.isValid() || !/^[\s(]*00[\s)]*[1-9]/.test(text)) return found;
  return numberIn(text.replace(/^[\s(]*00[\s)]*/, '+'), null) ?? found;
}

function numberIn(text: string, region: PhoneRegion | null): PhoneNumber | null {
  const found = parsePhoneNumberFromString(text, {
    ...(region && 'country' in region ? { defaultCountry: region.country } : {}),
    ...(region && 'callingCode' in region ? { defaultCallingCode: region.callingCode } : {}),
  });
  // Possible by its length, not valid by its prefix: prefixes are given out faster than tables of them are.
  return found?.isPossible() ? found : null;
}

/**
 * The number in the form of E.164 (ITU-T), `+442079460000`, without an extension; null for what cannot be read. A number
 * without a country code is one of `region`.
 */
export const toE164 = (typed: string | null | undefined, region: PhoneRegion | null = null): string | null =>
  (typed && parse(typed, region)?.number) || null;

/** Where a number belongs: what a number beside it, without a country code, belongs to as well. */
export function regionOfNumber(typed: string | null, region: PhoneRegion | null = null): PhoneRegion | null {
  const found = typed ? parse(typed, region) : null;
  if (!found) return null;
  return found.country ? { country: found.country } : { callingCode: found.countryCallingCode };
}

/** The extension that was typed with a number: digits, or null. */
export const extensionOf = (typed: string, region: PhoneRegion | null = null): string | null =>
  parse(typed, region)?.ext ?? null;

/**
 * A number for a file that spreadsheets open: international, in groups, as in `+44 20 7946 0000 ext. 5`, so that they
 * keep it as text. `e164` is how it was read when it came; what could not be read stays as typed, but digits alone are
 * put in groups where a spreadsheet would drop a zero or round.
 */
export function phoneForFile(typed: string, e164: string | null): string {
  const found = parse(e164 ?? typed, null);
  if (found) {
    const extension = extensionOf(typed) ?? (e164 ? extensionOf(typed, regionOfNumber(e164)) : null);
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

/** The digits as they were grouped, or by three where they were not. */
function toGroups(typed: string): string {
  const groups = typed.match(/\d+/g) ?? [];
  return groups.length > 1 ? groups.join(' ') : (groups[0] ?? '').replace(/\d{3}(?=\d)/g, '$& ');
}
