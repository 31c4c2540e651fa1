import type { IncomingMessage } from 'node:http';
import type { Config } from '#server/config/config.ts';
import { listNetworks } from '#server/infra/network.ts';

/** The location of a visitor according to an edge in front of us, such as a CDN. */

/** Headers with the city and country (ISO 3166-1 alpha-2), as set by Cloudflare, Vercel and CloudFront. */
export const EDGE_HEADERS = [
  ['cf-ipcity', 'cf-ipcountry'],
  ['x-vercel-ip-city', 'x-vercel-ip-country'],
  ['cloudfront-viewer-city', 'cloudfront-viewer-country'],
] as const;

/** The codes for an unknown country, and Cloudflare's code for Tor. */
const NO_COUNTRY = new Set(['XX', 'ZZ', 'T1']);

/** True if a header's value is a country code. */
export const isCountryCode = (code: string): boolean => /^[A-Z]{2}$/.test(code) && !NO_COUNTRY.has(code);

/** True if what says where a visitor is comes from a proxy in TRUST_PROXY: anyone may send it. */
export const isEdgeTrusted = (
  { socket }: Pick<IncomingMessage, 'socket'>,
  { trustProxy }: Config,
): boolean =>
  Array.isArray(trustProxy) ? listNetworks(trustProxy)(socket.remoteAddress ?? '') : trustProxy !== false;

/** The country that a trusted edge names, or null. */
export const readEdgeCountry = (edgeHeader: (name: string) => string | undefined): string | null =>
  EDGE_HEADERS.map(([, name]) => edgeHeader(name) ?? '').find(isCountryCode) ?? null;
