import { type MouseEvent, useRef, useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { formatCharge, formatMoney } from '#shared/formats/money.ts';
import type { Billing, Invoice } from '#shared/money/billing.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { toast } from '#ui/Toast.tsx';
import { Facts, TestModeNote } from './Bill.tsx';
import { usePortal, useResume, useResumption } from './billing.queries.ts';
import { sayFailure, sayResumption, saySum } from './billing-words.ts';
import { STATUS_TONES } from './status.ts';
import { type BillingSpeech, useSpeech } from './use-speech.ts';

/** Loaded when it is opened. */
const CancelDialog = lazyDialog(async () => (await import('./CancelDialog.tsx')).CancelDialog);

export function PlanStatus({ billing: { status, hasEverPaid } }: { billing: Billing }) {
  const { labels, endedLabel } = useSpeech();
  const hasEnded = status === 'expired' && hasEverPaid;
  return <Badge tone={STATUS_TONES[status]}>{hasEnded ? endedLabel : labels[status]}</Badge>;
}

interface PlanProps {
  billing: Billing;
  /** Why it ends, and what it takes to go on, where no press can resume it. */
  ending?: string | undefined;
}

/** A running subscription: its state, its price, the next charge, and the ways to change it. */
export function RunningPlan({ billing, ending }: PlanProps) {
  const speech = useSpeech();
  const portal = usePortal();
  const [isCancelling, setCancelling] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Surface>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 ref={title} tabIndex={-1} className="text-lg font-medium outline-none">
          Plan
        </h2>
        <PlanStatus billing={billing} />
      </div>
      {billing.isPaymentFailing && (
        <p role="alert" className="mb-4 text-danger">
          {sayFailure(billing, speech)} <WayToPay bill={billing.openInvoice} />
        </p>
      )}
      <Facts rows={listFacts(billing, speech)} />
      {billing.nextCharge &&
        billing.periodCents !== null &&
        billing.nextCharge.cents !== billing.periodCents && (
          <p className="mt-3 text-sm text-ink-2">
            Your next charge is adjusted for {speech.changed} this month.
          </p>
        )}
      {ending && <p className="mt-3 text-ink-2">{ending}</p>}
      {billing.isCancelled && !ending && <Resumption billing={billing} />}
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
          !ending && <ResumeButton onResumed={() => title.current?.focus()} />
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

/** A bank that waits for its customer asks on the page of the bill. */
function WayToPay({ bill }: { bill: Invoice | null }) {
  if (!bill?.needsConfirmation) return 'Check your card under Manage payment.';
  if (!bill.url) return 'Choose another card under Manage payment.';
  return (
    <>
      <a href={bill.url} target="_blank" rel="noopener noreferrer" className="underline underline-offset-4">
        Confirm the payment
      </a>{' '}
      on the page of the bill, or pay with another card there.
    </>
  );
}

/** A cancelled subscription has no price any more, only an end. */
function listFacts(
  { isCancelled, nextCharge, subscriptionEndsAt, status, ...sum }: Billing,
  { accessLabel }: BillingSpeech,
) {
  const firstOrNext = status === 'trial' ? 'First charge' : 'Next charge';
  if (isCancelled) {
    return subscriptionEndsAt ? [{ label: accessLabel, value: formatDay(subscriptionEndsAt) }] : [];
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
  const speech = useSpeech();
  const { data: change, isPending } = useResumption();
  const bill = change?.nextBill;
  const at = bill?.at ?? billing.subscriptionEndsAt;
  const difference =
    bill && bill.cents !== change?.periodCents ? `, including the difference for ${speech.changed}` : '';
  return (
    <p role="status" className="mt-3 text-ink-2">
      {sayResumption(billing)}{' '}
      {at &&
        `Next charge: ${bill ? `${formatMoney(bill.cents, bill.currency)} on ` : ''}${formatDay(at)}${difference}.`}
      {isPending && <span className="sr-only">Checking the price…</span>}
    </p>
  );
}

function ResumeButton({ onResumed }: { onResumed: () => void }) {
  const resume = useResume();
  const press = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const billing = await resume.mutateAsync().catch(() => null);
    if (!billing) return;
    toast({ title: 'Subscription resumed' });
    // Once it has resumed, the button is gone.
    if ([currentTarget, document.body].includes(document.activeElement as HTMLElement)) onResumed();
  };
  return (
    <Button isPending={resume.isPending} pendingLabel="Resuming..." onClick={(event) => void press(event)}>
      Resume subscription
    </Button>
  );
}
