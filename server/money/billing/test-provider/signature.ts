import { createHmac } from 'node:crypto';

/**
 * The value of the `Stripe-Signature` header for a body sent at `now`. Source: Stripe docs, "Verify webhook signatures
 * manually".
 */
export function signEvent(body: Buffer, secret: string, now: Date): string {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
  return `t=${timestamp},v1=${signature}`;
}
