import type { SOCIAL_NETWORKS } from './constants.ts';

/** Turns what people type into a link field into something a browser may open, or refuses it. */

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^[^/?#@:]+:\d{1,5}(?:[/?#]|$)/;
/** An ASCII DNS name; `URL` also accepts quotes, commas and the like, which no DNS name contains. */
const HOST_NAME = /^[\w-]+(?:\.[\w-]+)+\.?$/;

/**
 * The http(s) URL for what was typed ("acme.com", "https://acme.com/x"), or null for anything that is not allowed in a
 * link: another scheme, a host without a dot, credentials.
 */
export function toHref(typed: string): string | null {
  const text = typed.trim();
  const hasScheme = HAS_SCHEME.test(text) && !HOST_AND_PORT.test(text);
  const candidate = hasScheme ? text : `https://${text.replace(/^\/\//, '')}`;
  let url: URL;
  try {
    url = new URL(candidate);
  } catch {
    return null;
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  if (url.username || url.password) return null;
  const isHost = HOST_NAME.test(url.hostname) || url.hostname.startsWith('[');
  return isHost || url.hostname === 'localhost' ? url.href : null;
}

/** A link as people read it: no scheme, no "www.", no trailing slash. */
export function linkLabel(href: string): string {
  return href
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');
}

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** The base address for a network's handles; `null` if handles have no public address. */
const PROFILE: Record<SocialNetwork, ((handle: string) => string) | null> = {
  linkedin: (handle) => `https://www.linkedin.com/in/${handle}`,
  twitter: (handle) => `https://x.com/${handle}`,
  instagram: (handle) => `https://www.instagram.com/${handle}`,
  github: (handle) => `https://github.com/${handle}`,
  facebook: (handle) => `https://www.facebook.com/${handle}`,
  youtube: (handle) => `https://www.youtube.com/@${handle}`,
  tiktok: (handle) => `https://www.tiktok.com/@${handle}`,
  snapchat: (handle) => `https://www.snapchat.com/add/${handle}`,
  behance: (handle) => `https://www.behance.net/${handle}`,
  dribbble: (handle) => `https://dribbble.com/${handle}`,
  medium: (handle) => `https://medium.com/@${handle}`,
  pinterest: (handle) => `https://www.pinterest.com/${handle}`,
  whatsapp: (number) => `https://wa.me/${number}`,
  telegram: (handle) => `https://t.me/${handle}`,
  discord: null,
  zoom: null,
};

export const SOCIAL_LABELS: Record<SocialNetwork, string> = {
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  instagram: 'Instagram',
  github: 'GitHub',
  facebook: 'Facebook',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  snapchat: 'Snapchat',
  behance: 'Behance',
  dribbble: 'Dribbble',
  medium: 'Medium',
  pinterest: 'Pinterest',
  whatsapp: 'WhatsApp',
  telegram: 'Telegram',
  discord: 'Discord',
  zoom: 'Zoom',
};

/** Networks whose handles may contain dots, so that "ada.lovelace" is not read as an address. */
const DOTTED = new Set<SocialNetwork>([
  'instagram',
  'facebook',
  'youtube',
  'tiktok',
  'snapchat',
  'behance',
  'medium',
]);

/** True if the text of a social field is an address rather than a handle. */
function isAddress(network: SocialNetwork, text: string): boolean {
  if (text.startsWith('@')) return false;
  if (text.includes('/') || HAS_SCHEME.test(text)) return true;
  if (!text.includes('.')) return false;
  const home = PROFILE[network] && new URL(PROFILE[network]('x')).hostname.replace(/^www\./, '');
  return !DOTTED.has(network) || /^www\./i.test(text) || text.toLowerCase().endsWith(home ?? '');
}

/** The link of a social field, which holds an address or a bare handle; null if there is nothing safe to open. */
export function socialHref(network: SocialNetwork, typed: string): string | null {
  const text = typed.trim();
  const profile = PROFILE[network];
  if (!text) return null;
  if (network === 'whatsapp' && /^[+\d(][\d\s().-]*$/.test(text)) {
    // wa.me requires the international number as digits only, without + or 00.
    const number = text.replace(/\D/g, '').replace(/^00/, '');
    return number && profile ? profile(number) : null;
  }
  if (isAddress(network, text)) return toHref(text);
  if (network === 'whatsapp' || !profile) return null;
  return profile(encodeURIComponent(text.replace(/^@/, '').replace(/\p{Surrogate}/gu, '\uFFFD')));
}
