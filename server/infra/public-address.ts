import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Which addresses we connect to when a stranger chose the name: none of our internal network. */

/**
 * The global unicast range of IPv6 (RFC 4291, section 2.4); `::127.0.0.1` and other embedded IPv4 addresses are outside
 * it.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parse('2000::');

/**
 * True if an IP address is public: not loopback, private, link-local or reserved, whether mapped, translated or
 * tunneled.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && !parsed.match(GLOBAL_UNICAST, 3)) return false;
  return parsed.range() === 'unicast';
}

/** Names for one machine or network: RFC 6761, 6762 and 8375, ICANN's `internal`, and what routers hand out. */
const INNER = /(^|\.)(localhost|local|internal|lan|home|test|invalid|home\.arpa)$/;

/** True if others on the internet may find this host of a URL: a public address, or a name of the public domain name system. */
export function isPublicHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host)) return isPublicAddress(host);
  // Underscores are not for hosts (RFC 1123, section 2.1).
  return host.includes('.') && !host.includes('_') && !INNER.test(host);
}

/**
 * Resolves a name and refuses forbidden addresses; the connection uses this very result, so it cannot change in
 * between.
 */
export const guardLookup =
  (mayReach: (address: string) => boolean): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? [];
      if (error || !first || !found.every(({ address }) => mayReach(address))) {
        return callback(error ?? new Error('The address is not public.'), '', 0);
      }
      return options.all ? callback(null, found) : callback(null, first.address, first.family);
    });
