import { EDGE_HEADERS, isCountryCode } from '#server/infra/http/edge.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import type { Place, Places } from '#server/infra/places.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { countryName } from '#shared/formats/country-name.ts';
import { cutText } from '#shared/formats/cut-text.ts';

/** Where a requester is, in words: from a trusted edge's headers, or else from the local file of places. */

const CITY_MAX = 100;

/** "Berlin, Germany", only the country, or null if nothing is known. */
export const describeLocation = (
  { places }: { places: Places },
  requester: Pick<Requester, 'edgeHeader' | 'address'>,
): string | null => edgeLocation(requester) || fileLocation(places.find(requester.address));

function edgeLocation({ edgeHeader }: Pick<Requester, 'edgeHeader'>): string | null {
  for (const [cityHeader, countryHeader] of EDGE_HEADERS) {
    const city = decodeHeader(edgeHeader(cityHeader));
    const country = countryOf(edgeHeader(countryHeader));
    if (city || country) return [city, country].filter(Boolean).join(', ');
  }
  return null;
}

function fileLocation(place: Place | null): string | null {
  if (!place) return null;
  const parts = [cutText(readLine(place.city), CITY_MAX), countryOf(place.countryCode)];
  return parts.filter(Boolean).join(', ') || null;
}

const countryOf = (code = ''): string => (code !== '' && isCountryCode(code) && countryName(code)) || '';

/** Vercel and CloudFront send names percent-encoded, Cloudflare as UTF-8, which Node reads as Latin-1. */
function decodeHeader(value = ''): string {
  if (value === '') return '';
  const utf8 = Buffer.from(value, 'latin1').toString('utf8');
  const text = utf8.includes('\uFFFD') ? value : utf8;
  return cutText(readLine(decodePercent(text)), CITY_MAX);
}

const readLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();

function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
