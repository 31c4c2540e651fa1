/** How a view is described to the owner: the labels of section 5 for what is stored about a visitor. */

export type Device = 'Mobile' | 'Tablet' | 'Desktop';

/**
 * The class of a user agent or of a stored device text, in the order of section 5: Mobile first. Surprise: in that
 * order most real tablets are Mobile, since an Android tablet contains Android and an iPad from before 2019 contains
 * both iPad and Mobile; a current iPad calls itself a Macintosh and is Desktop. The server therefore stores
 * `deviceText`, which this order classifies correctly.
 */
export function guessDevice(text: string | null | undefined): Device {
  if (/Mobile|iPhone|Android/i.test(text ?? '')) return 'Mobile';
  if (/Tablet|iPad/i.test(text ?? '')) return 'Tablet';
  return 'Desktop';
}

/** The kind of device behind a user agent, in one or two words and no more: versions and models identify people. */
export function deviceText(userAgent: string): string {
  if (/iPad/.test(userAgent)) return 'iPad';
  if (/iPhone|iPod/.test(userAgent)) return 'iPhone';
  // Chrome and Samsung omit "Mobile" on tablets, Firefox says Tablet, Amazon's Silk runs on tablets.
  if (/Tablet|Silk\/|Kindle|PlayBook/.test(userAgent)) return 'Tablet';
  if (/Android/.test(userAgent)) return /Mobile/.test(userAgent) ? 'Android' : 'Tablet';
  if (/Mobile/.test(userAgent)) return 'Mobile';
  if (/Windows/.test(userAgent)) return 'Windows';
  if (/Macintosh|Mac OS X/.test(userAgent)) return 'Mac';
  if (/CrOS/.test(userAgent)) return 'Chromebook';
  return /Linux|X11/.test(userAgent) ? 'Linux' : 'Desktop';
}

const IPV4 = /^\d{1,3}(\.\d{1,3}){3}(\/\d+)?$/;
const IPV6 = /^[\da-f:.]*:[\da-f:.]*:[\da-f:.]*(\/\d+)?$/i;
const isAddress = (text: string) => IPV4.test(text) || IPV6.test(text);

export const UNKNOWN_LOCATION = 'Unknown Location';

/** Where a view came from, in readable form. */
export function locationLabel(location: string | null | undefined): string {
  const text = location?.trim() ?? '';
  return !text || text.toLowerCase() === 'unknown' || isAddress(text) ? UNKNOWN_LOCATION : text;
}

/** The source of a view, as shown in Recent Activity; for a URL, just 'Direct' (section 5). */
export function referrerLabel(referrer: string | null | undefined): string {
  const text = referrer?.trim() ?? '';
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(text);
  return !text || text.toLowerCase() === 'direct' || isUrl ? 'Direct' : text;
}

/** The host of a referrer for Traffic Sources: 'Direct' if there is none, 'Unknown' if it contains no host. */
export function sourceHost(referrer: string | null | undefined): string {
  const text = referrer?.trim() ?? '';
  if (!text || text.toLowerCase() === 'direct') return 'Direct';
  return parseHost(text) ?? parseHost(`https://${text}`) ?? 'Unknown';
}

/** The schemes of referrers that browsers send; apps on Android use their package name. */
const REFERRING = new Set(['http:', 'https:', 'android-app:']);

/** The lower-case host in the URL of a page or an Android app, or null: no path, no query, no credentials. */
export function parseHost(url: string): string | null {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return null;
  }
  const { protocol, hostname } = parsed;
  const isNamed = hostname.includes('.') || hostname === 'localhost' || hostname.startsWith('[');
  return REFERRING.has(protocol) && isNamed && hostname.length <= 253 ? hostname.toLowerCase() : null;
}
