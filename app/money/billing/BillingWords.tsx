import { formatDay } from '#app/frame/dates.ts';
import { sayFailedCharge, sayResumption, saySum } from './billing-words.ts';
import { useBilling } from './use-billing.ts';

/** The rest of a notice about the subscription, once that has loaded; without an answer, nothing. */
export function BillingWords({ kind }: { kind: string }) {
  const { data: billing } = useBilling(false);
  if (!billing) return null;
  const { isSubscribed, isCancelled, isPaymentFailing, subscriptionEndsAt: at } = billing;
  if (kind === 'payment') return isPaymentFailing && sayFailedCharge(billing);
  // Nothing is charged without a subscription.
  if (kind === 'trial') return `${isSubscribed ? 'Then' : 'A subscription costs'} ${saySum(billing)}.`;
  if (kind === 'expired') return `Your price: ${saySum(billing)}. Your cards stay online.`;
  return isCancelled && `${sayResumption(billing)}${at ? ` Next charge: ${formatDay(at)}.` : ''}`;
}
