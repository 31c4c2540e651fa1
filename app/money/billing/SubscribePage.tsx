import { useState } from 'react';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { useSearchParams } from '#app/frame/navigation/router.tsx';
import { LegalNote } from '#app/pages/legal/LegalNote.tsx';
import { formatCharge, formatMoney } from '#shared/formats/money.ts';
import type { Billing } from '#shared/money/billing.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { PageHeader, Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { Bill, Facts, TestModeNote } from './Bill.tsx';
import { useBilling, useCheckout, usePortal, useResume, useResumption } from './billing.queries.ts';
import { endedReason, sayFailure, sayResumption, saySum } from './billing-words.ts';
import { InvoiceList } from './InvoiceList.tsx';
import { STATUS_LABELS, STATUS_TONES } from './status.ts';

/** Loaded when it is opened. */
const CancelDialog = lazyDialog(async () => (await import('./CancelDialog.tsx')).CancelDialog);

/** Status, number of cards, next charge, invoices, and the ways to change them. */
export function SubscribePage() {
  const [search] = useSearchParams();
  const { data: billing, error, isFetching, refetch } = useBilling(search.get('from') === 'portal');
  return (
    <div className="mx-auto max-w-[640px]">
      <title>Subscription · Goldleaf</title>
      <PageHeader title="Your subscription" />
      {error && !isFetching ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
      ) : billing ? (
        <div className="grid gap-6">
          {billing.isSubscribed ? <Running billing={billing} /> : <Offer billing={billing} />}
          <InvoiceList invoices={billing.invoices} />
        </div>
      ) : (
        <Skeleton className="h-80" />
      )}
    </div>
  );
}

function Status({ billing }: { billing: Billing }) {
  return <Badge tone={STATUS_TONES[billing.status]}>{STATUS_LABELS[billing.status]}</Badge>;
}

function Offer({ billing }: { billing: Billing }) {
  const checkout = useCheckout();
  const { quote, price, status, isTestMode } = billing;
  return (
    <div>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Status billing={billing} />
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

function Running({ billing }: { billing: Billing }) {
  const portal = usePortal();
  const [isCancelling, setCancelling] = useState(false);
  return (
    <Surface>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-medium">Plan</h2>
        <Status billing={billing} />
      </div>
      {billing.isPaymentFailing && (
        <p role="alert" className="mb-4 text-danger">
          {sayFailure(billing)} Check your card under Manage payment.
        </p>
      )}
      <Facts rows={listFacts(billing)} />
      {billing.nextCharge &&
        billing.periodCents !== null &&
        billing.nextCharge.cents !== billing.periodCents && (
          <p className="mt-3 text-sm text-ink-2">
            Your next charge is adjusted for cards you added or removed this month.
          </p>
        )}
      {billing.isCancelled && <Resumption billing={billing} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          variant="secondary"
          isPending={portal.isPending}
          pendingLabel="Opening portal..."
          onClick={() => portal.mutate()}
        >
          Manage payment
        </Button>
        {billing.isCancelled ? (
          <ResumeButton />
        ) : (
          <Button variant="quiet" onClick={() => setCancelling(true)}>
            Cancel subscription
          </Button>
        )}
      </div>
      {billing.isTestMode && <TestModeNote />}
      {isCancelling && <CancelDialog onClose={() => setCancelling(false)} />}
    </Surface>
  );
}

/** A cancelled subscription has no price any more, only an end. */
function listFacts({ isCancelled, nextCharge, subscriptionEndsAt, status, ...sum }: Billing) {
  const firstOrNext = status === 'trial' ? 'First charge' : 'Next charge';
  if (isCancelled) {
    return subscriptionEndsAt ? [{ label: 'Access until', value: formatDay(subscriptionEndsAt) }] : [];
  }
  return [
    { label: 'Price', value: saySum(sum) },
    ...(nextCharge
      ? [{ label: firstOrNext, value: `${formatCharge(nextCharge)} on ${formatDay(nextCharge.at)}` }]
      : []),
  ];
}

/** The price after resuming, before the press; the sum of the next bill follows when the provider has answered. */
function Resumption({ billing }: { billing: Billing }) {
  const { data: change, isPending } = useResumption();
  const bill = change?.nextBill;
  const at = bill?.at ?? billing.subscriptionEndsAt;
  const difference =
    bill && bill.cents !== change?.periodCents
      ? ', including the difference for cards you added or deleted'
      : '';
  return (
    <p role="status" className="mt-3 text-ink-2">
      {sayResumption(billing)}{' '}
      {at &&
        `Next charge: ${bill ? `${formatMoney(bill.cents, bill.currency)} on ` : ''}${formatDay(at)}${difference}.`}
      {isPending && <span className="sr-only">Checking the price…</span>}
    </p>
  );
}

function ResumeButton() {
  const resume = useResume();
  const press = () => resume.mutate(undefined, { onSuccess: () => toast({ title: 'Subscription resumed' }) });
  return (
    <Button isPending={resume.isPending} pendingLabel="Resuming..." onClick={press}>
      Resume subscription
    </Button>
  );
}
