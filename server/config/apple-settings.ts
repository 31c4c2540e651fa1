import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import { isAllowedAddress } from '#server/config/oidc-settings.ts';
import { blankIsUnset, secret } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of Apple Wallet: the certificate that signs passes, and where its devices are told of changes. */

export const appleEnvironment = {
  APPLE_PASS_TYPE_ID: secret().describe(
    'Pass type of Apple Wallet passes, like pass.com.example.cards. docs/wallet-passes.md says how to get this and the next five. Empty: passes are signed with a certificate of this server, which iPhones refuse.',
  ),
  APPLE_TEAM_ID: secret().describe('Your team at Apple, ten characters like A1B2C3D4E5.'),
  APPLE_PASS_CERT: secret().describe('Certificate of the pass type: PEM text, or the path of a PEM file.'),
  APPLE_PASS_KEY: secret().describe('Private key of that certificate: PEM text, or the path of a PEM file.'),
  APPLE_PASS_KEY_PASSWORD: blankIsUnset(z.string().optional()).describe(
    'Password of that key, if it has one.',
  ),
  APPLE_WWDR_CERT: secret().describe(
    'Apple’s intermediate certificate, Worldwide Developer Relations G4: PEM text, or the path of a PEM file.',
  ),
  APNS_URL: blankIsUnset(z.string().optional()).describe(
    'Another host that speaks the protocol of Apple’s push notification service, for tests. Empty: Apple’s own, once there is a certificate.',
  ),
};

/** The certificate and key that sign passes. */
export interface PassCertificate {
  passTypeId: string;
  teamId: string;
  /** PEM of the certificate that Apple issued for the pass type. */
  certificate: string;
  /** PEM of its private key, not encrypted. */
  key: string;
  /** PEM of the certificate that issued it: Apple's Worldwide Developer Relations (WWDR) certificate. */
  issuer: string;
}

/** One from Apple, with the last moment of it and of its issuer's: after it, nothing is signed with it. */
type AppleCertificate = PassCertificate & { validUntil: Date };

export interface AppleSettings {
  /** If undefined, passes are signed with a certificate of this server's own, which iPhones refuse. */
  certificate: AppleCertificate | undefined;
  /** Another server that speaks the protocol of Apple's push notification service; undefined for Apple's own. */
  apnsUrl: string | undefined;
}

type Environment = Record<string, string | undefined>;

const NEEDED = [
  'APPLE_PASS_TYPE_ID',
  'APPLE_TEAM_ID',
  'APPLE_PASS_CERT',
  'APPLE_PASS_KEY',
  'APPLE_WWDR_CERT',
] as const;

/** Attributes of a certificate's subject (RFC 4519): the pass type is the user id, the team the unit. */
const attributeOf = (certificate: X509Certificate, name: 'UID' | 'OU'): string =>
  certificate.subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

/** A problem with one setting, as a sentence. */
class Problem extends Error {}

/** PEM text, with real line breaks or `\n`, or the path of a file that contains it. */
function readPem(env: Environment, name: string): string {
  const value = env[name]?.trim() ?? '';
  if (value.includes('-----BEGIN')) return value.replaceAll('\\n', '\n');
  try {
    return fs.readFileSync(value, 'utf8');
  } catch {
    throw new Problem(`${name} is wrong: it is neither PEM text nor the path of a file that can be read.`);
  }
}

function readCertificate(env: Environment, name: string): X509Certificate {
  const pem = readPem(env, name);
  try {
    return new X509Certificate(pem);
  } catch {
    throw new Problem(
      `${name} is wrong: it holds no certificate in PEM form. Convert a .cer file with: openssl x509 -inform der -in FILE.cer -out FILE.pem`,
    );
  }
}

/** That one has expired is no reason not to start: see `server/sharing/wallet/certificate-notice.ts`. */
function requireBegun(certificate: X509Certificate, name: string, now: Date): void {
  const from = new Date(certificate.validFrom);
  if (now < from) {
    throw new Problem(
      `${name} is wrong: the certificate is not valid before ${dayOf(from)}. Check the clock of this machine.`,
    );
  }
}

function readKey(env: Environment): KeyObject {
  const pem = readPem(env, 'APPLE_PASS_KEY');
  const passphrase = env.APPLE_PASS_KEY_PASSWORD;
  const isEncrypted = /ENCRYPTED/.test(pem);
  if (isEncrypted && !passphrase) {
    throw new Problem(
      'APPLE_PASS_KEY_PASSWORD is missing: the key in APPLE_PASS_KEY is protected with a password.',
    );
  }
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: 'pem', ...(isEncrypted ? { passphrase } : {}) });
  } catch {
    // OpenSSL's own words would mean nothing to an operator, and might quote the key.
    throw new Problem(
      isEncrypted
        ? 'APPLE_PASS_KEY_PASSWORD is wrong: it does not open the key in APPLE_PASS_KEY.'
        : 'APPLE_PASS_KEY is wrong: it holds no private key in PEM form.',
    );
  }
  if (key.asymmetricKeyType !== 'rsa') {
    throw new Problem('APPLE_PASS_KEY is wrong: it must be an RSA key, the kind that Apple certifies.');
  }
  return key;
}

function readPassCertificate(env: Environment, now: Date): AppleCertificate {
  const passTypeId = env.APPLE_PASS_TYPE_ID?.trim() ?? '';
  const teamId = env.APPLE_TEAM_ID?.trim() ?? '';
  const certificate = readCertificate(env, 'APPLE_PASS_CERT');
  requireBegun(certificate, 'APPLE_PASS_CERT', now);
  const certifiedType = attributeOf(certificate, 'UID');
  if (certifiedType !== passTypeId) {
    throw new Problem(
      `APPLE_PASS_TYPE_ID is wrong: the certificate in APPLE_PASS_CERT is for ${certifiedType || 'no pass type'}, not for ${passTypeId}.`,
    );
  }
  const certifiedTeam = attributeOf(certificate, 'OU');
  if (certifiedTeam !== teamId) {
    throw new Problem(
      `APPLE_TEAM_ID is wrong: the certificate in APPLE_PASS_CERT belongs to ${certifiedTeam ? `team ${certifiedTeam}` : 'no team'}, not to ${teamId}.`,
    );
  }
  const key = readKey(env);
  if (!certificate.checkPrivateKey(key)) {
    throw new Problem('APPLE_PASS_KEY is wrong: it is not the key of the certificate in APPLE_PASS_CERT.');
  }
  const issuer = readCertificate(env, 'APPLE_WWDR_CERT');
  requireBegun(issuer, 'APPLE_WWDR_CERT', now);
  if (!certificate.verify(issuer.publicKey)) {
    throw new Problem(
      'APPLE_WWDR_CERT is wrong: it did not issue the certificate in APPLE_PASS_CERT. Apple has several; its "Worldwide Developer Relations - G4" issues pass certificates.',
    );
  }
  return {
    passTypeId,
    teamId,
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    issuer: issuer.toString(),
    validUntil: new Date(Math.min(...[certificate, issuer].map(({ validTo }) => Date.parse(validTo)))),
  };
}

/** Reads the settings; each problem is a sentence in `problems`. */
export function readAppleSettings(
  env: Environment,
  now: Date,
): { settings: AppleSettings; problems: string[] } {
  const problems: string[] = [];
  const apnsUrl = env.APNS_URL?.trim().replace(/\/$/, '') || undefined;
  if (apnsUrl && !(isAllowedAddress(apnsUrl) && new URL(apnsUrl).pathname === '/')) {
    problems.push(
      'APNS_URL is wrong: must be an origin such as https://api.push.apple.com, and http:// only on this machine.',
    );
  }
  const missing = NEEDED.filter((name) => !env[name]?.trim());
  if (missing.length === NEEDED.length) return { settings: { certificate: undefined, apnsUrl }, problems };
  if (missing.length > 0) {
    problems.push(
      `${NEEDED.join(', ')} belong together: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. docs/wallet-passes.md says how to get them.`,
    );
    return { settings: { certificate: undefined, apnsUrl }, problems };
  }
  try {
    return { settings: { certificate: readPassCertificate(env, now), apnsUrl }, problems };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { settings: { certificate: undefined, apnsUrl }, problems: [...problems, error.message] };
  }
}
