import { isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

// IPv4 as almost all connections have it needs no parser: each request asks several of these.

/** Some proxies append an address with its port, as in "192.0.2.1:5678" or "[2001:db8::1]:5678". */
const WITH_PORT = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/;

/** An address as text that is the same however it was written; IPv4 in IPv6 is IPv4, and what is no address stays as it is. */
export function canonicalAddress(text: string): string {
  if (isIPv4(text)) return text;
  const [, four, six] = WITH_PORT.exec(text) ?? [];
  const address = four ?? six ?? text;
  if (!ipaddr.isValid(address)) return address;
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
