import { createHmac, timingSafeEqual } from 'node:crypto';

/** Stripe's webhook signatures, version 1. Source: Stripe docs, "Verify webhook signatures manually". */

/** An event older, or dated later, than this is refused: it may be a recording played back. */
const TOLERANCE_SECONDS = 300;

const hmacOf = (secret: string, timestamp: string, body: Buffer) =>
  createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();

/** The value of the `Stripe-Signature` header for a body sent at `now`. */
export function signatureOf(body: Buffer, secret: string, now: Date): string {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  return `t=${timestamp},v1=${hmacOf(secret, timestamp, body).toString('hex')}`;
}

/** Whether one of the header's signatures is ours over these very bytes, and it was made within five minutes of `now`. */
export function isSignatureRight(body: Buffer, header: string, secret: string, now: Date): boolean {
  const pairs = header.split(',').map((part) => part.trim().split('=', 2));
  const timestamp = pairs.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  const expected = hmacOf(secret, timestamp, body);
  return pairs.some(([name, value]) => {
    if (name !== 'v1' || !/^[0-9a-f]{64}$/.test(value ?? '')) return false;
    return timingSafeEqual(Buffer.from(value ?? '', 'hex'), expected);
  });
}
