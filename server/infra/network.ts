import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

// IPv4 as almost all connections have it needs no parser: each request asks several of these.

/** An address as text that is the same however it was written; IPv4 in IPv6 is IPv4, and what is no address stays as it is. */
export function canonicalAddress(address: string): string {
  if (isIPv4(address) || !ipaddr.isValid(address)) return address;
  return ipaddr.process(address).toString();
}

/** The part of an address that one subscriber holds: IPv4 whole, IPv6 its /64. */
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

/** The network part of an address: an IPv4's first 24 bits, an IPv6's first 48; null for what is no address. */
export function networkOf(address: string): string | null {
  if (isIPv4(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0`;
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`).toString();
}
