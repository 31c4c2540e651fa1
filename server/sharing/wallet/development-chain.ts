import { createHash, generateKeyPair, type KeyObject, randomBytes, sign } from 'node:crypto';
import { promisify } from 'node:util';
import type { PassCertificate } from '#server/config/apple-settings.ts';
import type { Db } from '#server/db/open.ts';
import { keepFirst, readSecret } from '#server/infra/secret.ts';
import {
  bits,
  boolean,
  explicit,
  identifier,
  implicit,
  integer,
  nothing,
  octets,
  sequence,
  set,
  utcTime,
  utf8,
} from '#server/sharing/wallet/der.ts';

/**
 * The signer of passes while the operator has no certificate of Apple's: an issuer and a pass certificate of our own, as
 * X.509 (RFC 5280). Made once and shared by all processes on the database.
 */

const STORED = 'apple-development-chain';
const PASS_TYPE_ID = 'pass.goldleaf.development';
const TEAM_ID = 'DEVELOPERS';
const YEARS = 20;

const ISSUED_BY_SHA256_RSA = sequence(identifier('1.2.840.113549.1.1.11'), nothing());
const ATTRIBUTES = {
  userId: '0.9.2342.19200300.100.1.1',
  commonName: '2.5.4.3',
  unit: '2.5.4.11',
  organization: '2.5.4.10',
};

type Names = Partial<Record<keyof typeof ATTRIBUTES, string>>;

const nameOf = (names: Names): Buffer =>
  sequence(
    ...Object.entries(names).map(([kind, value]) =>
      set(sequence(identifier(ATTRIBUTES[kind as keyof typeof ATTRIBUTES]), utf8(value))),
    ),
  );

const encodeExtension = (id: string, value: Buffer, isCritical = false): Buffer =>
  sequence(identifier(id), ...(isCritical ? [boolean(true)] : []), octets(value));

interface Party {
  names: Names;
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const keyIdOf = ({ publicKey }: Party): Buffer =>
  createHash('sha1')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest();

/** The PEM of a certificate for `subject`, signed by `issuer`. */
function signCertificate(subject: Party, issuer: Party, from: Date): string {
  const isIssuer = subject === issuer;
  const to = new Date(from);
  to.setUTCFullYear(from.getUTCFullYear() + YEARS);
  // Key usage: certificate and revocation list signing for the issuer, digital signature for passes.
  const usage = isIssuer ? bits(Buffer.from([0x06]), 1) : bits(Buffer.from([0x80]), 7);
  const content = sequence(
    explicit(0, integer(2)),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ISSUED_BY_SHA256_RSA,
    nameOf(issuer.names),
    sequence(utcTime(from), utcTime(to)),
    nameOf(subject.names),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    explicit(
      3,
      sequence(
        encodeExtension('2.5.29.19', isIssuer ? sequence(boolean(true)) : sequence(), true),
        encodeExtension('2.5.29.15', usage, true),
        encodeExtension('2.5.29.14', octets(keyIdOf(subject))),
        encodeExtension('2.5.29.35', sequence(implicit(0, keyIdOf(issuer)))),
      ),
    ),
  );
  const der = sequence(content, ISSUED_BY_SHA256_RSA, bits(sign('sha256', content, issuer.privateKey)));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}

async function newParty(names: Names): Promise<Party> {
  return { names, ...(await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })) };
}

type Stored = Pick<PassCertificate, 'certificate' | 'key' | 'issuer'>;

/** A new issuer, and a certificate from it for this pass type and team. */
export async function makeChain(passTypeId: string, teamId: string, now: Date): Promise<Stored> {
  const organization = 'Goldleaf development';
  const issuer = await newParty({ organization, commonName: 'Goldleaf development passes' });
  const subject = await newParty({
    userId: passTypeId,
    organization,
    unit: teamId,
    commonName: `Pass Type ID: ${passTypeId}`,
  });
  // An hour earlier, for machines whose clocks are behind.
  const from = new Date(now.getTime() - 3_600_000);
  return {
    certificate: signCertificate(subject, issuer, from),
    key: subject.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    issuer: signCertificate(issuer, issuer, from),
  };
}

/** The chain of this database; the first process that needs one makes it. */
export async function loadDevelopmentChain(db: Db, now: Date): Promise<PassCertificate> {
  const make = async () => Buffer.from(JSON.stringify(await makeChain(PASS_TYPE_ID, TEAM_ID, now)));
  const stored = (await readSecret(db, STORED)) ?? (await keepFirst(db, STORED, await make()));
  return { ...(JSON.parse(stored.toString()) as Stored), passTypeId: PASS_TYPE_ID, teamId: TEAM_ID };
}
