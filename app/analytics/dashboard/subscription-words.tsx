import { formatDay } from '#app/frame/dates.ts';
import { useBilling } from '#app/money/billing/billing.queries.ts';
import { sayFailure, sayResumption, saySum } from '#app/money/billing/billing-words.ts';
import { Banner } from './Banner.tsx';

/** The banner's sentences once the subscription has loaded; without an answer, nothing. */

/** "After that, $10 a month: 2 cards × $5." Nothing is charged without a subscription. */
export function TrialSum() {
  const { data: billing } = useBilling(false);
  if (!billing) return '\u00a0';
  return (
    <>
      {billing.isSubscribed ? 'After that' : 'With a subscription'},{' '}
      <span className="whitespace-nowrap">{saySum(billing)}</span>.
    </>
  );
}

/** The price after resuming, and its first day. */
export function ResumePrice() {
  const { data: billing } = useBilling(false);
  if (!billing?.isCancelled) return '\u00a0';
  const { subscriptionEndsAt: at } = billing;
  return `${sayResumption(billing)}${at ? ` Next charge: ${formatDay(at)}.` : ''}`;
}

export function FailedPayment() {
  const { data: billing } = useBilling(false);
  if (!billing?.isPaymentFailing) return null;
  return (
    <Banner title="Payment Failed" action="Check Payment" isUrgent>
      {sayFailure(billing)}
    </Banner>
  );
}
