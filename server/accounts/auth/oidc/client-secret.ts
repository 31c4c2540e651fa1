import { type KeyObject, sign } from 'node:crypto';

const SECONDS_VALID = 5 * 60;

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The client secret that Apple expects: a JWT signed with ES256, here valid for five minutes. `issuer` is its audience.
 * Source: Apple, "Creating a client secret".
 */
export function signClientSecret(
  { key, keyId, teamId }: { key: KeyObject; keyId: string; teamId: string },
  clientId: string,
  issuer: string,
  now: Date,
): string {
  const issuedAt = Math.floor(now.getTime() / 1000);
  const head = encodePart({ alg: 'ES256', kid: keyId });
  const claims = { iss: teamId, iat: issuedAt, exp: issuedAt + SECONDS_VALID, aud: issuer, sub: clientId };
  const text = `${head}.${encodePart(claims)}`;
  // JWS wants the two numbers of the signature side by side, not in DER (RFC 7518, section 3.4).
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
