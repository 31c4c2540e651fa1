import type { ReactNode } from 'react';
import { useAccount } from '#app/accounts/auth/auth.queries.ts';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link, Navigate, useSearchParams } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { LegalNote } from '#app/pages/legal/LegalNote.tsx';
import { formatCharge, formatMoney } from '#shared/formats/money.ts';
import type { Billing } from '#shared/money/billing.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { PageHeader, Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Bill, Facts, TestModeNote } from './Bill.tsx';
import { useCheckout } from './billing.queries.ts';
import { endedReason, saySum } from './billing-words.ts';
import { sayReminder } from './reminder-words.ts';
import { useBilling } from './use-billing.ts';

/** Payment after registration: what is due when, then the provider's page, or onward without a card number. */
export function CheckoutPage() {
  const [search] = useSearchParams();
  const result = search.get('result');
  const { data: billing, error, isFetching, refetch } = useBilling(result === 'success');
  const isConfirming = result === 'success' && !billing?.isSubscribed;
  // That screen says what is to be done about one that is cancelled or not paid.
  if (billing?.isSubscribed && (billing.isCancelled || billing.isPaymentFailing))
    return <Navigate to={paths.subscribe} />;
  return (
    <div className="mx-auto max-w-[640px]">
      <title>Checkout · Goldleaf</title>
      {error && !isFetching && (isConfirming || !billing) ? (
        <>
          <PageHeader title="Checkout" />
          <LoadFailed error={error} retry={refetch} />
        </>
      ) : !billing || (isFetching && isConfirming) ? (
        <Waiting isBack={result === 'success'} />
      ) : billing.isSubscribed ? (
        <Subscribed billing={billing} />
      ) : result === 'success' ? (
        <Unconfirmed onRetry={() => void refetch()} />
      ) : (
        <Offer billing={billing} isBack={result === 'cancelled'} />
      )}
    </div>
  );
}

function Waiting({ isBack }: { isBack: boolean }) {
  return (
    <>
      <PageHeader title={isBack ? 'Confirming your checkout...' : 'Checkout'} />
      <Skeleton className="h-80" />
    </>
  );
}

function Offer({ billing, isBack }: { billing: Billing; isBack: boolean }) {
  const checkout = useCheckout();
  const { quote, price, cards, status, isTestMode } = billing;
  const isFree = quote.dueTodayCents === 0;
  return (
    <>
      <PageHeader
        title={isFree ? 'Nothing to pay today' : 'Subscribe to keep creating cards'}
        text={
          isBack
            ? 'You left checkout. Nothing was saved or charged.'
            : isFree
              ? 'Your account is ready, and your free trial has begun.'
              : `${endedReason(billing)} Cards you already have stay online.`
        }
      />
      <Bill billing={billing} />
      <Actions>
        <Button
          isPending={checkout.isPending}
          pendingLabel="Opening checkout..."
          onClick={() => checkout.mutate()}
        >
          {isFree
            ? 'Add a Payment Method'
            : `Subscribe ${formatMoney(quote.monthlyCents, price.currency)}/month`}
        </Button>
        {cards > 0 || status === 'expired' ? (
          <Link to={paths.dashboard} className={buttonClass('secondary')}>
            {status === 'expired' ? 'Go to dashboard' : 'Continue without one'}
          </Link>
        ) : (
          <Link to={paths.createCard} className={buttonClass('secondary')}>
            Create my card first
          </Link>
        )}
      </Actions>
      <LegalNote act="subscribing" className="mt-4" />
      {isTestMode && <TestModeNote />}
    </>
  );
}

function Subscribed({ billing }: { billing: Billing }) {
  const { nextCharge, trialEndsAt, status } = billing;
  const { data: account } = useAccount();
  const rows = nextCharge
    ? [
        { label: status === 'trial' ? 'First charge' : 'Next charge', value: formatDay(nextCharge.at) },
        { label: 'Amount', value: formatCharge(nextCharge) },
        { label: 'Price', value: saySum(billing) },
      ]
    : [];
  const text =
    status === 'trial' && trialEndsAt
      ? `Your trial runs until ${formatDay(trialEndsAt)}.${account?.sendsMail ? ` ${sayReminder(trialEndsAt, Date.now())}` : ''}`
      : 'Your subscription is active.';
  return (
    <>
      <PageHeader title="You’re all set" text={text} />
      {rows.length > 0 && (
        <Surface className="py-1! sm:py-2!">
          <Facts rows={rows} isOnTop />
        </Surface>
      )}
      <Actions>
        <Link to={paths.dashboard} className={buttonClass()}>
          Go to dashboard
        </Link>
        <Link to={paths.subscribe} className={buttonClass('secondary')}>
          Your subscription
        </Link>
      </Actions>
    </>
  );
}

function Unconfirmed({ onRetry }: { onRetry: () => void }) {
  return (
    <>
      <PageHeader
        title="Not confirmed yet"
        text="The payment provider has not confirmed your checkout. This can take a moment; nothing is lost if you leave."
      />
      <Actions>
        <Button onClick={onRetry}>Check again</Button>
        <Link to={paths.dashboard} className={buttonClass('secondary')}>
          Go to dashboard
        </Link>
      </Actions>
    </>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap">{children}</div>;
}
