import type { SOCIAL_NETWORKS } from './constants.ts';

/** What people type into a link field, made into something a browser may open, or refused. */

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const HOST_AND_PORT = /^[^/?#@:]+:\d{1,5}(?:[/?#]|$)/;

/**
 * An http(s) URL for what was typed ("acme.com", "https://acme.com/x"), or null for anything a link must not
 * hold: another scheme, a host without a dot, credentials.
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
  return url.hostname.includes('.') || url.hostname === 'localhost' || url.hostname.startsWith('[')
    ? url.href
    : null;
}

/** What a person reads for a link: no scheme, no "www.", no closing slash. */
export function linkLabel(href: string): string {
  return href
    .replace(/^https?:\/\//i, '')
    .replace(/^www\./i, '')
    .replace(/\/$/, '');
}

export type SocialNetwork = (typeof SOCIAL_NETWORKS)[number];

/** Where a bare handle of a network lives; `null` where a handle has no public address. */
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
  whatsapp: (handle) => `https://wa.me/${handle.replace(/\D/g, '')}`,
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

/** The link behind a social field, which holds an address or a bare handle; null where there is nothing safe to open. */
export function socialHref(network: SocialNetwork, typed: string): string | null {
  const text = typed.trim();
  if (!text) return null;
  const isPhone = network === 'whatsapp' && /^[+\d][\d\s().-]+$/.test(text);
  if (!isPhone && (/[/.:]/.test(text) || HAS_SCHEME.test(text))) {
    const href = toHref(text);
    if (href || HAS_SCHEME.test(text) || text.includes('/')) return href;
  }
  const profile = PROFILE[network];
  if (!profile) return null;
  return profile(encodeURIComponent(text.replace(/^@/, '')));
}
