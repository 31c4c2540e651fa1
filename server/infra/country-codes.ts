import { getCountries } from 'libphonenumber-js/min';
import { foldText } from '#shared/formats/fold.ts';

/** The code (ISO 3166-1) of a country by its name, as people write it in addresses. */

const LANGUAGES = [
  'en',
  'de',
  'fr',
  'es',
  'it',
  'pt',
  'nl',
  'pl',
  'sv',
  'da',
  'cs',
  'tr',
  'ru',
  'ja',
  'zh',
  'ko',
];

/** Names that people write besides those that CLDR has. */
const ALSO: Record<string, string> = {
  usa: 'US',
  'united states of america': 'US',
  america: 'US',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  holland: 'NL',
  uae: 'AE',
  'czech republic': 'CZ',
  korea: 'KR',
  'republic of korea': 'KR',
  'republic of ireland': 'IE',
};

const keyOf = (name: string): string =>
  foldText(name)
    .replace(/\./g, '')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();

/** Some 4,000 names. */
function namesOfAll(): Map<string, string> {
  const all = new Map<string, string>();
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of getCountries()) {
      const name = names.of(code);
      if (name && !all.has(keyOf(name))) all.set(keyOf(name), code);
    }
  }
  for (const [name, code] of Object.entries(ALSO)) all.set(name, code);
  return all;
}

const CODES = namesOfAll();

/** Null for what is no country. */
export function countryCodeOf(text: string): string | null {
  const key = keyOf(text);
  if (!key) return null;
  return CODES.get(key) ?? (/^[a-z]{2}$/.test(key) ? key.toUpperCase() : null);
}
