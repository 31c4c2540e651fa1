import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import ipaddr from 'ipaddr.js';
import { memoize } from '#site/memoize.ts';

// Every request calls several of these, so IPv4, which almost all connections use, skips the parser.

/** Some proxies append the port to an address, as in "192.0.2.1:5678" or "[2001:db8::1]:5678". */
const WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** The canonical text of an address; IPv4 in IPv6 becomes IPv4, and text that is not an address stays as it is. */
export function canonicalAddress(text: string): string {
  if (isIPv4(text)) return text;
  const [, four, six] = WITH_PORT.exec(text) ?? [];
  const address = four ?? six ?? text;
  if (!ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toString();
}

/** The part of an address that belongs to one subscriber: IPv4 whole, IPv6 its /64. */
export function subscriberOf(address: string): string {
  if (isIPv4(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/**
 * The network part of an address: the first 24 bits of IPv4, the first 48 of IPv6; null for text that is not an
 * address.
 */
export function networkOf(address: string): string | null {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`).toString();
}

const LISTS_MAX = 10;
/**
 * Tells if an address is in one of these networks, such as 10.0.0.0/8 or fd00::1; text that is no address is in none.
 * Requests ask about those of the configuration.
 */
export const listNetworks = memoize(
  (networks: readonly string[]) => {
    const list = new BlockList();
    for (const network of networks) {
      const [address = '', bits] = network.split('/');
      const isV6 = isIPv6(address);
      list.addSubnet(address, Number(bits ?? (isV6 ? 128 : 32)), isV6 ? 'ipv6' : 'ipv4');
    }
    return (text: string): boolean => {
      if (!isIP(text)) return false;
      const address = canonicalAddress(text);
      return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
    };
  },
  (networks) => networks.join(' '),
  LISTS_MAX,
);
