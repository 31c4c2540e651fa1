import ipaddr from 'ipaddr.js';
import { z } from '#shared/contract/zod.ts';
import { countryName } from '#shared/formats/country-name.ts';

/** Kinds of settings, as schemas of an environment variable's text. */

export const blankIsUnset = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema);

export const secret = () => blankIsUnset(z.string().trim().min(1).optional());

export const databaseUrl = () =>
  blankIsUnset(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  );

export const pageUrl = () =>
  blankIsUnset(
    z
      .string()
      .regex(
        /^(https?:\/\/[^\s/]|mailto:[^\s@]+@[^\s@])\S*$/,
        'must be an address such as https://example.com/privacy',
      )
      .optional(),
  );

/** The English name of a country given by its code (ISO 3166-1), and any other text as it is. */
export function nameCountry(country: string): string {
  if (!/^[a-z]{2}$/i.test(country)) return country;
  return countryName(country.toUpperCase()) ?? country;
}

const PROXIES_MAX = 10;

/**
 * The proxies that may say where a request comes from. Each proxy appends the address it saw to X-Forwarded-For, so
 * only the last entries, as many as there are proxies, cannot be forged.
 */
export function readProxies(value: string, issues: z.RefinementCtx): false | number | string[] {
  if (value === 'off') return false;
  if (value === 'on') return 1;
  const hops = /^\d+$/.test(value) ? Number(value) : 0;
  if (hops >= 1 && hops <= PROXIES_MAX) return hops;
  const networks = value.split(',').map((network) => network.trim());
  if (networks.every((network) => ipaddr.isValidCIDR(network) || isWholeAddress(network))) return networks;
  issues.addIssue(
    `must be on, off, a number of proxies from 1 to ${PROXIES_MAX}, or networks such as 10.0.0.0/8,fd00::/8`,
  );
  return z.NEVER;
}

/** An address written in full: ipaddr.js would also accept "1" and "0x7f.1". */
const isWholeAddress = (text: string) =>
  ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
