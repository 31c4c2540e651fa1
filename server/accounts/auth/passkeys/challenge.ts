import { randomBytes, timingSafeEqual } from 'node:crypto';
import { spendChallenge } from '#server/accounts/auth/used-challenges.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';

/**
 * Challenges for passkeys (Web Authentication, section 13.4.3). A challenge carries its own signature over what it is
 * for, until when, whose it is and which browser asked, so that strangers who ask for millions store nothing here. Each
 * is answered once: what was answered is remembered until it expires.
 */

/** Signing in, proving who one is in a session, and adding a passkey. */
export type Purpose = 'sign_in' | 'confirm' | 'add';

/** A sign-in page offers passkeys as long as it is open. */
const VALID_MS: Record<Purpose, number> = {
  sign_in: 60 * 60 * 1000,
  confirm: 5 * 60 * 1000,
  add: 5 * 60 * 1000,
};
const COOKIE_MS = VALID_MS.sign_in;
const RANDOM_BYTES = 16;
const TIME_BYTES = 6;
const BODY_BYTES = RANDOM_BYTES + TIME_BYTES;
const SIGNATURE_BYTES = 32;

interface Asked {
  purpose: Purpose;
  /** Whose session asks; empty at sign-in. */
  userId: string;
  /** The cookie of the browser that asks. */
  browser: string;
}

const signChallenge = ({ keyedHash }: AppContext, body: Buffer, { purpose, userId, browser }: Asked) =>
  keyedHash('passkey-challenge', [body.toString('base64url'), purpose, userId, browser].join(' '));

export function newChallenge(ctx: VisitorContext, purpose: Purpose): Uint8Array<ArrayBuffer> {
  const browser = ctx.cookies.get('challenge') || randomBytes(16).toString('base64url');
  ctx.cookies.set('challenge', browser, COOKIE_MS);
  const time = Buffer.alloc(TIME_BYTES);
  time.writeUIntBE(ctx.now().getTime() + VALID_MS[purpose], 0, TIME_BYTES);
  const body = Buffer.concat([randomBytes(RANDOM_BYTES), time]);
  const userId = purpose === 'sign_in' ? '' : (ctx.user?.id ?? '');
  return new Uint8Array(Buffer.concat([body, signChallenge(ctx, body, { purpose, userId, browser })]));
}

/** True if this browser was given the challenge for this purpose and has not answered it yet; now it has. */
export async function takeChallenge(
  ctx: VisitorContext,
  purpose: Purpose,
  challenge: string,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  const browser = ctx.cookies.get('challenge');
  if (!browser || bytes.length !== BODY_BYTES + SIGNATURE_BYTES) return false;
  const body = bytes.subarray(0, BODY_BYTES);
  const userId = purpose === 'sign_in' ? '' : (ctx.user?.id ?? '');
  if (!timingSafeEqual(bytes.subarray(BODY_BYTES), signChallenge(ctx, body, { purpose, userId, browser })))
    return false;
  const expiresAt = new Date(body.readUIntBE(RANDOM_BYTES, TIME_BYTES));
  if (expiresAt <= ctx.now()) return false;
  return spendChallenge(ctx, bytes.toString('base64url'), expiresAt);
}
