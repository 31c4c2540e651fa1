import { EVENT_TOLERANCE_SECONDS } from '#server/infra/billing-provider.ts';

/** Verifies the signatures of Stripe's webhooks with Stripe's own library. */

/**
 * True if `header` (`Stripe-Signature`) contains a signature by `secret` over exactly these bytes, made within five
 * minutes of `now`. The library rejects older ones but accepts later ones, so that a recording with a date far in the
 * future could be replayed until then. Source: Stripe docs, "Resolve webhook signature verification errors".
 */
export async function isSignedByStripe(
  body: Buffer,
  header: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  // With two timestamps it would be unclear which one counts.
  const [time, ...more] = header.split(',').filter((part) => part.startsWith('t='));
  const seconds = Number(/^t=(\d{1,12})$/.exec(time ?? '')?.[1]);
  if (more.length > 0 || !(seconds - now.getTime() / 1000 <= EVENT_TOLERANCE_SECONDS)) return false;
  const { default: Stripe } = await import('stripe');
  const delivery = [body, header, secret, EVENT_TOLERANCE_SECONDS, undefined, now.getTime()] as const;
  try {
    Stripe.webhooks.constructEvent(...delivery);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    // It also rejects signed bytes that are not a classic event. Judging their content is up to `receiveEvent`.
    return Stripe.webhooks.signature?.verifyHeader(...delivery) ?? false;
  }
  return true;
}
