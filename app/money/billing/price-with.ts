import { call } from '#app/frame/api/call.ts';
import { formatSum } from '#shared/formats/money.ts';
import { billedQuantity } from '#shared/money/subscription.ts';

/**
 * The price of a running subscription with this number of cards, as a sentence: "Now $5 a month: 1 card × $5." Undefined
 * if none runs, or if it is not known at the moment: nothing waits for it or fails because of it.
 */
export async function priceWith(cards: number): Promise<string | undefined> {
  const billing = await call('GET /api/billing').catch(() => undefined);
  if (!billing?.isSubscribed || billing.isCancelled || billing.price.unitCents === null) return undefined;
  const quantity = billedQuantity(cards);
  const sum = formatSum(billing.price.unitCents * quantity, quantity, billing.price);
  return cards < quantity ? `Still ${sum} (one-card minimum).` : `Now ${sum}.`;
}
