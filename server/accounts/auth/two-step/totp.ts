import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { PRODUCT } from '#shared/contract/constants.ts';

/**
 * Codes of six digits that change every 30 seconds (RFC 6238), with SHA-1, since popular authenticator apps ignore any
 * other choice. HMAC does not depend on the property that SHA-1 lacks.
 */

const PERIOD_SECONDS = 30;
/** Clocks may be off by one step: RFC 6238, section 5.2. */
const DRIFT_STEPS = 1;

const totpOf = (secret: string, label = '') =>
  new TOTP({
    issuer: PRODUCT,
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** 160 random bits as 32 characters of base32, the length that RFC 4226 recommends (section 4, R6). */
export const newSecret = (): string => new Secret({ buffer: new Uint8Array(randomBytes(20)).buffer }).base32;

/** The address that authenticator apps read from the QR code. */
export const buildTotpUri = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The step to which a code belongs, counted from 1970; null if it is not the current code or a neighbor of it. */
export function findTotpStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const drift = totpOf(secret).validate({ token: code, timestamp, window: DRIFT_STEPS });
  return drift === null ? null : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + drift;
}
