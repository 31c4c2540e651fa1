import type { Config } from '#server/config/config.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The headers of every response, alternating name and value as `writeHead` takes them: if PUBLIC_URL is https, browsers
 * return by https only (RFC 6797). Subdomains are up to their owner, and a preload list is forever.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): readonly string[] {
  if (!publicUrl?.startsWith('https:')) return [];
  return ['strict-transport-security', `max-age=${YEAR_SECONDS}`];
}

/**
 * The headers of every document besides its own Content-Security-Policy. We open other pages (share dialogs, wallets)
 * without an opener, so no other window can reach ours; no page may use a sensor.
 */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};
