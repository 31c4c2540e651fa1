import { type KeyObject, X509Certificate } from 'node:crypto';
import { defineSettings, type Output, Problem, setting } from '#server/config/define-settings.ts';
import { isAllowedAddress, openPrivateKey, pem, providerUrl, text } from '#server/config/setting-kinds.ts';
import { z } from '#shared/contract/zod.ts';

/** The settings of Apple Wallet: the certificate that signs passes, and where its devices are told of changes. */

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

export interface AppleSettings {
  certificate: Output<typeof passCertificate>;
  apnsUrl: Output<typeof apns>['apnsUrl'];
}

/** If undefined, passes are signed with a certificate of this server's own, which iPhones refuse. */
export const passCertificate = defineSettings({
  section: 'Apple Wallet',
  fields: {
    passTypeId: setting('APPLE_PASS_TYPE_ID', text(), {
      meaning:
        'Pass type of Apple Wallet passes, like pass.com.example.cards. docs/wallet-passes.md says how to get this and the next five. Empty: passes are signed with a certificate of this server, which iPhones refuse.',
    }),
    teamId: setting('APPLE_TEAM_ID', text(), {
      meaning: 'Your team at Apple, ten characters like A1B2C3D4E5.',
    }),
    certificate: setting('APPLE_PASS_CERT', pem(), {
      meaning: 'Certificate of the pass type: PEM text, or the path of a PEM file.',
    }),
    key: setting('APPLE_PASS_KEY', pem(), {
      meaning: 'Private key of that certificate: PEM text, or the path of a PEM file.',
    }),
    password: setting('APPLE_PASS_KEY_PASSWORD', z.string(), {
      meaning: 'Password of that key, if it has one.',
    }),
    issuer: setting('APPLE_WWDR_CERT', pem(), {
      meaning:
        'Apple’s intermediate certificate, Worldwide Developer Relations G4: PEM text, or the path of a PEM file.',
    }),
  },
  needs: {
    fields: ['passTypeId', 'teamId', 'certificate', 'key', 'issuer'],
    page: 'docs/wallet-passes.md',
  },
  read: readPassCertificate,
  ability: (certificate, now) => certificate !== undefined && !(now > certificate.validUntil),
});

export const apns = defineSettings({
  section: 'Apple Wallet',
  fields: {
    /** Another server that speaks the protocol of Apple's push notification service; undefined for Apple's own. */
    apnsUrl: setting(
      'APNS_URL',
      providerUrl('https://api.push.apple.com', 'origin', isOrigin).transform((url) =>
        url.replace(/\/$/, ''),
      ),
      {
        meaning:
          'Another host that speaks the protocol of Apple’s push notification service, for tests. Empty: Apple’s own, once there is a certificate.',
      },
    ),
  },
});

function isOrigin(address: string): boolean {
  return isAllowedAddress(address) && new URL(address).pathname === '/';
}

/** Attributes of a certificate's subject (RFC 4519): the pass type is the user id, the team the unit. */
const attributeOf = (certificate: X509Certificate, name: 'UID' | 'OU'): string =>
  certificate.subject
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? '';

const dayOf = (date: Date) => date.toISOString().slice(0, 10);

function readCertificate(pemText: string, name: string, now: Date): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(pemText);
  } catch {
    throw new Problem(
      `${name} is wrong: it holds no certificate in PEM form. Convert a .cer file with: openssl x509 -inform der -in FILE.cer -out FILE.pem`,
    );
  }
  // That one has expired is no reason not to start: see server/sharing/wallet/certificate-notice.ts.
  const from = new Date(certificate.validFrom);
  if (now < from) {
    throw new Problem(
      `${name} is wrong: the certificate is not valid before ${dayOf(from)}. Check the clock of this machine.`,
    );
  }
  return certificate;
}

function readKey(pemText: string, password: string | undefined): KeyObject {
  const isEncrypted = /ENCRYPTED/.test(pemText);
  if (isEncrypted && !password) {
    throw new Problem(
      'APPLE_PASS_KEY_PASSWORD is missing: the key in APPLE_PASS_KEY is protected with a password.',
    );
  }
  const key = openPrivateKey(pemText, isEncrypted ? password : undefined);
  if (!key) {
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

interface Given extends PassCertificate {
  password: string | undefined;
}

/** With the last moment of the certificate and of its issuer's: after it, nothing is signed with it. */
function readPassCertificate({ passTypeId, teamId, password, ...given }: Given) {
  const now = new Date();
  const certificate = readCertificate(given.certificate, 'APPLE_PASS_CERT', now);
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
  const key = readKey(given.key, password);
  if (!certificate.checkPrivateKey(key)) {
    throw new Problem('APPLE_PASS_KEY is wrong: it is not the key of the certificate in APPLE_PASS_CERT.');
  }
  const issuer = readCertificate(given.issuer, 'APPLE_WWDR_CERT', now);
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
