import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { isEdgeTrusted, readEdgeCountry } from '#server/infra/http/edge.ts';
import { canonicalAddress, listNetworks } from '#server/infra/network.ts';
import { AppError } from '#shared/contract/errors.ts';

/** The requester, as far as the connection tells. */
export interface Requester {
  /** Identifies this request in the log and in the `x-request-id` header of its response. */
  requestId: string;
  /** Canonical text of the address; behind a trusted proxy, the forwarded one. */
  address: string;
  userAgent: string;
  /** Code of the country (ISO 3166-1) that a trusted edge, such as Cloudflare, names; few requests need it. */
  readCountry(): string | null;
  /** Origin of links in the response: PUBLIC_URL, or http://localhost:PORT. */
  origin: string;
  /** Headers by lower-case name. */
  header(name: string): string | undefined;
  /** Likewise, those that a trusted edge sets. */
  edgeHeader(name: string): string | undefined;
}

/** Origin of links: PUBLIC_URL, or the address on this machine. Never the Host header, which a stranger may choose. */
export function originOf(config: Config): string {
  return config.publicUrl ?? `http://localhost:${config.port}`;
}

/**
 * Fastify's `trustProxy`. Given a number it would trust nobody, since strangers could bypass the proxies; an operator
 * who counts hops here makes sure that only the proxies reach the port.
 */
export function trustedProxies({ trustProxy }: Config) {
  return typeof trustProxy === 'number' ? countHops(trustProxy) : trustProxy;
}

const countHops = (proxies: number) => (_address: string, hop: number) => hop < proxies;

/**
 * Reads the address of a request that does not reach Fastify, as Fastify's `ip`: the nearest that is no trusted proxy's,
 * or the farthest.
 */
export function createAddressReader({ trustProxy }: Config): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isProxy = typeof trustProxy === 'number' ? countHops(trustProxy) : listNetworks(trustProxy);
  return ({ socket, headers }) => {
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    const nearestLast = forwarded.map((address) => address.trim()).filter(Boolean);
    let address = socket.remoteAddress ?? '';
    for (let hop = 0; isProxy(address, hop); hop += 1) {
      const before = nearestLast.pop();
      if (before === undefined) break;
      address = before;
    }
    return address;
  };
}

/** True if the visitor's connection is encrypted, as far as we or our proxy can tell. */
export function isHttps(request: FastifyRequest, config: Config): boolean {
  return request.protocol === 'https' || config.publicUrl?.startsWith('https:') === true;
}

/** The requester, from the connection; the headers of a proxy count only if TRUST_PROXY names it. */
export function readRequester(
  request: Pick<FastifyRequest, 'id' | 'ip' | 'headers' | 'raw'>,
  config: Config,
): Requester {
  let isTrusted: boolean | undefined;
  const edgeHeader = (name: string) => {
    const value = request.headers[name];
    if (typeof value !== 'string') return undefined;
    // Once a request: the networks of a CDN are many.
    isTrusted ??= isEdgeTrusted(request.raw, config);
    return isTrusted ? value : undefined;
  };
  return {
    requestId: request.id,
    address: canonicalAddress(request.ip),
    userAgent: request.headers['user-agent'] ?? '',
    readCountry: () => readEdgeCountry(edgeHeader),
    edgeHeader,
    origin: originOf(config),
    header(name) {
      const value = request.headers[name];
      return Array.isArray(value) ? value.join(', ') : value;
    },
  };
}

/** True if a browser navigates to an address (Fetch Metadata; older ones ask for text/html). */
export function isNavigation({ header }: Pick<Requester, 'header'>): boolean {
  return header('sec-fetch-mode') === 'navigate' || header('accept')?.includes('text/html') === true;
}

/** Refuses writes that another site's page makes with a visitor's cookie. */
export function refuseCrossSite(request: FastifyRequest, config: Config): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
  if (isCrossSite(request.headers, config)) {
    throw new AppError('forbidden', 'This request came from another website and was refused.');
  }
}

/**
 * True if another site's page sent a request. Browsers identify their page in Sec-Fetch-Site (Fetch Metadata) and Origin;
 * a client that sends neither is no browser and carries no ambient cookie.
 */
export function isCrossSite(headers: IncomingMessage['headers'], config: Config): boolean {
  const { origin, host, 'sec-fetch-site': site } = headers;
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  return isForeignSite || (origin !== undefined && !isOwnOrigin(origin, host, config));
}

function isOwnOrigin(origin: string, host: string | undefined, config: Config): boolean {
  if (origin === config.publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
