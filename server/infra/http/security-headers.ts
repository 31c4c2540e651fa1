import type { Config } from '#server/config.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The headers of every answer, name and value by turns as `writeHead` takes them: where PUBLIC_URL is https, browsers
 * come back by https only (RFC 6797). Subdomains are their owner's business, and a preload list is for ever.
 */
export function securityHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): readonly string[] {
  if (!publicUrl?.startsWith('https:')) return [];
  return ['strict-transport-security', `max-age=${YEAR_SECONDS}`];
}

/**
 * The headers of every document beside its own Content-Security-Policy. What we open (share dialogs, wallets) is
 * opened without an opener, so that no other window may reach ours; no page asks for a sensor.
 */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
};
