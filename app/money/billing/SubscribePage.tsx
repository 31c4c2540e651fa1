import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { LegalNote } from '#app/pages/legal/LegalNote.tsx';
import { formatMoney } from '#shared/formats/money.ts';
import type { Billing } from '#shared/money/billing.ts';
import { Button } from '#ui/Button.tsx';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Bill, TestModeNote } from './Bill.tsx';
import { useCheckout } from './billing.queries.ts';
import { endedReason } from './billing-words.ts';
import { InvoiceList } from './InvoiceList.tsx';
import { PlanStatus, RunningPlan } from './RunningPlan.tsx';
import { useBilling } from './use-billing.ts';

/** Status, number of cards, next charge, invoices, and the ways to change them. */
export function SubscribePage() {
  const [search] = useSearchParams();
  const { data: billing, error, isFetching, refetch } = useBilling(search.get('from') === 'portal');
  return (
    <div className="mx-auto max-w-[640px]">
      <title>Subscription · Goldleaf</title>
      <PageHeader title="Your subscription" />
      {error && !billing && !isFetching ? (
        <LoadFailed error={error} retry={refetch} />
      ) : billing ? (
        <div className="grid gap-6">
          {billing.isSubscribed ? <RunningPlan billing={billing} /> : <Offer billing={billing} />}
          <InvoiceList invoices={billing.invoices} />
        </div>
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  );
}

function Offer({ billing }: { billing: Billing }) {
  const checkout = useCheckout();
  const { quote, price, status, isTestMode } = billing;
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <PlanStatus billing={billing} />
        <p className="text-ink-2">
          {status === 'trial'
            ? 'You haven’t added a payment card. Subscribe before your trial ends to keep creating cards.'
            : `${endedReason(billing)} Subscribe to create new cards. Cards you already have stay online.`}
        </p>
      </div>
      <Bill billing={billing} />
      <Button
        className="mt-6"
        isPending={checkout.isPending}
        pendingLabel="Opening checkout..."
        onClick={() => checkout.mutate()}
      >
        Subscribe {formatMoney(quote.monthlyCents, price.currency)}/month
      </Button>
      <LegalNote act="subscribing" className="mt-4" />
      {isTestMode && <TestModeNote />}
    </div>
  );
}
