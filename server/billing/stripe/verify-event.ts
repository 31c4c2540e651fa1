import { EVENT_TOLERANCE_SECONDS } from '#server/infra/billing-provider.ts';

/** Stripe's webhook signatures, checked by Stripe's own library. */

/**
 * Whether `header` (`Stripe-Signature`) holds a signature by `secret` over these very bytes, made within five minutes of
 * `now`. The library refuses what is older; what is dated later it lets pass, so that a recording with a date far ahead
 * could be played back until then. Source: Stripe docs, "Resolve webhook signature verification errors".
 */
export async function isSignedByStripe(
  body: Buffer,
  header: string,
  secret: string,
  now: Date,
): Promise<boolean> {
  // A second time would leave open which of the two is meant.
  const [time, ...more] = header.split(',').filter((part) => part.startsWith('t='));
  const seconds = Number(/^t=(\d{1,12})$/.exec(time ?? '')?.[1]);
  if (more.length > 0 || !(seconds - now.getTime() / 1000 <= EVENT_TOLERANCE_SECONDS)) return false;
  const { default: Stripe } = await import('stripe');
  const delivery = [body, header, secret, EVENT_TOLERANCE_SECONDS, undefined, now.getTime()] as const;
  try {
    Stripe.webhooks.constructEvent(...delivery);
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
    // It also refuses signed bytes that are no event of the older kind. What they are is for `receiveEvent` to say.
    return Stripe.webhooks.signature?.verifyHeader(...delivery) ?? false;
  }
  return true;
}
