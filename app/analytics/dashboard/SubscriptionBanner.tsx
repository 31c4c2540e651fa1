import { Suspense } from 'react';
import { useCards } from '#app/cards/cards/cards.queries.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import type { User } from '#shared/accounts/account.ts';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { Banner } from './Banner.tsx';

/** Details of the subscription itself: sums, reasons and failing payments. They follow the rest of the screen. */
const TrialSum = lazyAddition(async () => (await import('./subscription-words.tsx')).TrialSum);
const ResumePrice = lazyAddition(async () => (await import('./subscription-words.tsx')).ResumePrice);
const FailedPayment = lazyAddition(async () => (await import('./subscription-words.tsx')).FailedPayment);
const EndedWords = lazyAddition(async () => (await import('#app/money/billing/EndedWords.tsx')).EndedWords);

/** The subscription status, while there is something the owner should know or do about it. */
export function SubscriptionBanner({ user }: { user: User }) {
  switch (user.subscriptionStatus) {
    case 'trial':
      return <TrialBanner user={user} />;
    case 'cancelled':
      return <CancelledBanner user={user} />;
    case 'expired':
      return <ExpiredBanner />;
    case 'active':
      return (
        <Suspense>
          <FailedPayment />
        </Suspense>
      );
  }
}

function TrialBanner({ user }: { user: User }) {
  const end = user.trialEndsAt && ` until ${formatDay(user.trialEndsAt)}`;
  return (
    <Banner title="Free Trial Active" action="Subscribe Now">
      {`Your trial includes everything${end || ''}.`}
      <span className="block">
        <Suspense fallback={'\u00a0'}>
          <TrialSum />
        </Suspense>
      </span>
    </Banner>
  );
}

function CancelledBanner({ user }: { user: User }) {
  const until = user.subscriptionEndsAt && ` until ${formatDay(user.subscriptionEndsAt)}`;
  return (
    <Banner title="Subscription Cancelled" action="Resume Subscription">
      {`You keep access${until || ''}. Your cards stay online after that.`}
      <span className="block">
        <Suspense fallback={'\u00a0'}>
          <ResumePrice />
        </Suspense>
      </span>
    </Banner>
  );
}

function ExpiredBanner() {
  const { data: cards } = useCards();
  const price = `$${PRICE_PER_CARD_USD}/month`;
  const what =
    cards?.length === 0
      ? 'is needed to create a card.'
      : 'is needed to create new cards. Your existing cards stay online.';
  return (
    <Banner title="Subscription Required" action={`Subscribe ${price}`}>
      <Suspense fallback={<span className="invisible">{what}</span>}>
        <EndedWords needed={`${price} ${what}`} />
      </Suspense>
    </Banner>
  );
}
