import { createPrivateKey, type KeyObject } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from '#shared/contract/zod.ts';
import { countryName } from '#shared/formats/country-name.ts';

/** Kinds of settings, as schemas of an environment variable's text, which is never blank. */

/** A word, key or name, of which nothing more can be known here. */
export const text = () => z.string().trim();

export const matching = (pattern: RegExp, message: string) => text().regex(pattern, message);

/** True for `on`, in place of the other word. */
export const either = <On extends string, Off extends string>(on: On, off: Off) =>
  z.enum([on, off]).transform((value) => value === on);

const SWITCHED = new Map([
  ...['on', 'true', 'yes', '1'].map((word) => [word, true] as const),
  ...['off', 'false', 'no', '0'].map((word) => [word, false] as const),
]);

/** `on` or `off`, or what other programs say for it. */
export const onOrOff = () =>
  text().transform((value, issues) => {
    const isOn = SWITCHED.get(value.toLowerCase());
    if (isOn !== undefined) return isOn;
    issues.addIssue('must be on or off');
    return z.NEVER;
  });

/** The entries of a list with commas. */
export const splitList = (list: string): string[] =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

export const absolutePath = () => z.string().transform((value) => path.resolve(value));

export const databaseUrl = () => z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres://');

/** True of a scheme, a host and perhaps a port, and nothing else. */
function isOrigin(address: string): boolean {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return false;
  const { href, origin } = new URL(address);
  return href === `${origin}/`;
}

/** As browsers say it, who compare it letter by letter: in lower case, without the port that is meant anyway. */
export const origin = (example: string) =>
  text()
    .refine(isOrigin, `must be an origin such as ${example}`)
    .transform((address) => new URL(address).origin);

export const pageUrl = () =>
  z
    .string()
    .regex(
      /^(https?:\/\/[^\s/]|mailto:[^\s@]+@[^\s@])\S*$/,
      'must be an address such as https://example.com/privacy',
    );

/** True for this machine, as the `hostname` of a URL. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** True if a provider may be reached at this address: over https, or without encryption on this machine only. */
export function isAllowedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** True if paths can be added to the address: it has no query, no fragment, and no name or password. */
export const isBaseAddress = (address: string) =>
  isAllowedAddress(address) &&
  !/[?#]/.test(address) &&
  !new URL(address).username &&
  !new URL(address).password;

export const providerUrl = (example: string, noun = 'address', isRight = isAllowedAddress) =>
  text().refine(isRight, `must be an ${noun} such as ${example}, and http:// only on this machine`);

/** Without slashes at its end. */
export const baseUrl = (example: string) =>
  providerUrl(example, 'address', isBaseAddress).transform((given) => {
    const url = new URL(given);
    return url.origin + url.pathname.replace(/\/+$/, '');
  });

/** The text itself, or that of the file whose path it is. */
export const textOrFile = (start: RegExp, kind: string) =>
  text().transform((value, issues) => {
    if (start.test(value)) return value;
    try {
      return fs.readFileSync(value, 'utf8');
    } catch {
      issues.addIssue(`it is neither ${kind} text nor the path of a file that can be read`);
      return z.NEVER;
    }
  });

/** PEM text, with real line breaks or `\n`, or the path of a file that contains it. */
export const pem = () => textOrFile(/-----BEGIN/, 'PEM').transform(breakLines);

const breakLines = (value: string) => value.replaceAll('\\n', '\n');

/** Undefined for anything else: OpenSSL's own words would mean nothing to an operator, and might quote the key. */
export function openPrivateKey(key: string, passphrase?: string): KeyObject | undefined {
  try {
    return createPrivateKey({ key: breakLines(key), format: 'pem', ...(passphrase ? { passphrase } : {}) });
  } catch {
    return undefined;
  }
}

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
  const isOn = SWITCHED.get(value.toLowerCase());
  if (isOn !== undefined) return isOn ? 1 : false;
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
