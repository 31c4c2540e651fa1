import { createPrivateKey, type KeyObject } from 'node:crypto';

/** The settings of sign-in with other providers (OpenID Connect), whose names depend on `OIDC_PROVIDERS`. */

/** How the app proves to a provider that it is the app. */
export type ClientProof =
  | { kind: 'secret'; secret: string }
  /** Apple has no fixed secret: each request carries a token that is signed with this P-256 key. */
  | { kind: 'key'; key: KeyObject; keyId: string; teamId: string };

export interface OidcProvider {
  /** As in `OIDC_PROVIDERS`, in lower case; part of the addresses. */
  name: string;
  /** As on the button: "Continue with Google". */
  label: string;
  /** Where the provider's own configuration is found; the issuer of its tokens unless it serves several tenants. */
  issuer: string;
  clientId: string;
  proof: ClientProof;
}

const WELL_KNOWN: Readonly<Record<string, { label: string; issuer: string }>> = {
  google: { label: 'Google', issuer: 'https://accounts.google.com' },
  microsoft: { label: 'Microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
  apple: { label: 'Apple', issuer: 'https://appleid.apple.com' },
  linkedin: { label: 'LinkedIn', issuer: 'https://www.linkedin.com/oauth' },
};

const NAME = /^[a-z][a-z0-9_-]{0,30}$/;
const PROVIDERS_MAX = 10;

type Environment = Record<string, string | undefined>;

const namesIn = (list: string | undefined): string[] =>
  (list ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter(Boolean);

const settingOf = (name: string, part: string) => `OIDC_${name.toUpperCase().replaceAll('-', '_')}_${part}`;

const partsOf = (name: string): string[] =>
  name === 'apple'
    ? ['ISSUER', 'CLIENT_ID', 'KEY', 'KEY_ID', 'TEAM_ID']
    : ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'];

/** The settings that the providers named in `OIDC_PROVIDERS` may have. */
export const oidcSettingNames = (env: Environment): string[] =>
  namesIn(env.OIDC_PROVIDERS).flatMap((name) => partsOf(name).map((part) => settingOf(name, part)));

/** "example-id" becomes "Example Id". */
const labelOf = (name: string) =>
  name
    .split(/[-_]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** True if a provider may be reached at this address: over https, or without encryption on this machine only. */
export function isAllowedAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname));
}

/** Reads the providers in the order of their buttons; each problem is a sentence in `problems`. */
export function readOidcProviders(env: Environment): { providers: OidcProvider[]; problems: string[] } {
  const names = namesIn(env.OIDC_PROVIDERS);
  const problems: string[] = [];
  for (const name of names.filter((one) => !NAME.test(one))) {
    problems.push(
      `OIDC_PROVIDERS is wrong: "${name.slice(0, 40)}" must be a name of letters, digits, dashes and underscores that begins with a letter.`,
    );
  }
  if (new Set(names.map((name) => settingOf(name, ''))).size < names.length) {
    problems.push('OIDC_PROVIDERS is wrong: each name may be listed only once.');
  }
  if (names.length > PROVIDERS_MAX) {
    problems.push(`OIDC_PROVIDERS is wrong: list at most ${PROVIDERS_MAX} providers.`);
  }
  if (problems.length > 0) return { providers: [], problems };
  const providers = names.flatMap((name) => readProvider(name, env, problems));
  return { providers, problems };
}

function readProvider(name: string, env: Environment, problems: string[]): OidcProvider[] {
  const read = (part: string) => env[settingOf(name, part)]?.trim() || undefined;
  const known = Object.hasOwn(WELL_KNOWN, name) ? WELL_KNOWN[name] : undefined;
  const required = partsOf(name).filter((part) => part !== 'ISSUER' || !known);
  const missing = required.filter((part) => read(part) === undefined);
  if (missing.length > 0) {
    const left = missing.map((part) => settingOf(name, part)).join(', ');
    problems.push(`OIDC_PROVIDERS names ${name}, but ${left} ${missing.length > 1 ? 'are' : 'is'} not set.`);
    return [];
  }
  const issuer = read('ISSUER') ?? known?.issuer ?? '';
  if (!isIssuer(issuer)) {
    problems.push(
      `${settingOf(name, 'ISSUER')} is wrong: must be an address such as https://id.example.com, and http:// only on this machine.`,
    );
  }
  const proof = name === 'apple' ? readKey(name, read, problems) : secretOf(read('CLIENT_SECRET'));
  const label = known?.label ?? labelOf(name);
  return proof ? [{ name, label, issuer, clientId: read('CLIENT_ID') ?? '', proof }] : [];
}

const secretOf = (secret = ''): ClientProof => ({ kind: 'secret', secret });

/** An issuer has neither query nor fragment (OpenID Connect Core 1.0, section 2). */
const isIssuer = (address: string) =>
  isAllowedAddress(address) && !/[?#]/.test(address) && !new URL(address).username;

function readKey(
  name: string,
  read: (part: string) => string | undefined,
  problems: string[],
): ClientProof | null {
  const key = privateKeyFrom(read('KEY') ?? '');
  if (!key) {
    problems.push(
      `${settingOf(name, 'KEY')} is wrong: must be the private key from Apple, the text of the .p8 file with \\n for line breaks.`,
    );
    return null;
  }
  return { kind: 'key', key, keyId: read('KEY_ID') ?? '', teamId: read('TEAM_ID') ?? '' };
}

/** A P-256 key as PEM, with real line breaks or `\n`, or only the base64 text between its first and last line. */
function privateKeyFrom(text: string): KeyObject | null {
  const pem = text.replaceAll('\\n', '\n');
  const whole = pem.includes('-----BEGIN')
    ? pem
    : `-----BEGIN PRIVATE KEY-----\n${pem}\n-----END PRIVATE KEY-----\n`;
  try {
    const key = createPrivateKey(whole);
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null;
  } catch {
    // OpenSSL's own words would mean nothing to an operator, and might quote the key.
    return null;
  }
}
