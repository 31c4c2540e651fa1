import ipaddr from 'ipaddr.js';

/** The network part of an address: an IPv4's first 24 bits, an IPv6's first 48; null for what is no address. */
export function networkOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return null;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv4
    ? ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`).toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/48`).toString();
}
