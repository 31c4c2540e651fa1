import { createHmac, timingSafeEqual } from 'node:crypto';
import { EVENT_TOLERANCE_SECONDS } from '#server/infra/billing-provider.ts';

/**
 * Signatures of the test provider's own events: identical to Stripe's version 1, so that test mode behaves alike
 * without loading Stripe's library. Source: Stripe docs, "Verify webhook signatures manually".
 */

const hmacOf = (secret: string, timestamp: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();

/** The value of the `Stripe-Signature` header for a body sent at `now`. */
export function signEvent(body: Buffer, secret: string, now: Date): string {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return `t=${timestamp},v1=${hmacOf(secret, timestamp, body).toString('hex')}`;
}

/**
 * True if one of the header's signatures is ours over exactly these bytes and was made within five minutes of `now`.
 */
export function isSignatureRight(body: Buffer, header: string, secret: string, now: Date): boolean {
  const pairs = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = pairs.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > EVENT_TOLERANCE_SECONDS) return false;
  const expected = hmacOf(secret, timestamp, body);
  return pairs.some(([name, value]) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value ?? '')) return false;
    return timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected);
  });
}
