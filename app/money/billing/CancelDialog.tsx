import { useState } from 'react';
import { formatDay } from '#app/frame/dates.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { formatMoney, formatTax } from '#shared/formats/money.ts';
import type { Billing, Cancellation, OpenInvoiceChoice } from '#shared/money/billing.ts';
import { chargeOfCancelling } from '#shared/money/subscription.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/Toast.tsx';
import { useCancel, useCancellation } from './billing.queries.ts';
import { OpenInvoices } from './OpenInvoices.tsx';
import { type BillingSpeech, useSpeech } from './use-speech.ts';

/**
 * The second of two clicks: says what may still be charged and what remains until when, and asks for no reason. With an
 * open bill, neither way is chosen in advance, because either may surprise.
 */
export function CancelDialog({ onClose }: { onClose: () => void }) {
  const { data: due, error, isFetching, refetch } = useCancellation();
  const [choice, setChoice] = useState<OpenInvoiceChoice>();
  const cancel = useCancel();
  const speech = useSpeech();
  const confirm = () =>
    due &&
    cancel.mutate(
      { openInvoice: choice, shownCents: chargeOfCancelling(due, choice) },
      {
        onSuccess(billing) {
          toast(doneWords(billing, speech));
          onClose();
        },
      },
    );
  const needsChoice = due !== undefined && due.openInvoices.length > 0;
  return (
    <Dialog isOpen onClose={onClose} title="Cancel subscription?">
      <div aria-live="polite">
        {due ? (
          <Due due={due} choice={choice} onChoice={setChoice} />
        ) : error && !isFetching ? (
          <LoadFailed error={error} retry={refetch} />
        ) : (
          <div role="status">
            <span className="sr-only">Checking for open charges…</span>
            <Skeleton className="h-12" />
          </div>
        )}
      </div>
      <div className="mt-6 grid gap-2 sm:flex sm:justify-end">
        <Button variant="secondary" data-takes-focus="" onClick={onClose}>
          Keep subscription
        </Button>
        <Button
          variant="danger"
          disabled={!due || (needsChoice && !choice)}
          isPending={cancel.isPending}
          pendingLabel="Cancelling..."
          onClick={confirm}
        >
          Cancel subscription
        </Button>
      </div>
    </Dialog>
  );
}

interface DueProps {
  due: Cancellation;
  choice: OpenInvoiceChoice | undefined;
  onChoice: (choice: OpenInvoiceChoice) => void;
}

function Due({ due, choice, onChoice }: DueProps) {
  const speech = useSpeech();
  if (due.openInvoices.length > 0) return <OpenInvoices due={due} choice={choice} onChoice={onChoice} />;
  return (
    <div className="space-y-3 text-ink-2">
      {due.prorationCents > 0 && <Proration due={due} />}
      <p>
        {speech.untilThen(endOf(due), due.prorationCents > 0 ? 'more' : 'again')} {speech.stayOnline}.
      </p>
      {due.creditCents > 0 && (
        <p>
          Your credit of {formatMoney(due.creditCents, due.currency)} for {speech.removed} this month isn’t
          paid out. It comes off your next charge if you resume before then or subscribe again later.
        </p>
      )}
    </div>
  );
}

function Proration({ due }: { due: Cancellation }) {
  const speech = useSpeech();
  return (
    <p>
      <span className="font-medium text-ink">
        {formatMoney(due.prorationCents, due.currency)}
        {formatTax(due)} is charged now
      </span>{' '}
      for {speech.added} this month.
    </p>
  );
}

const endOf = ({ accessEndsAt }: Cancellation) =>
  accessEndsAt ? formatDay(accessEndsAt) : 'the end of the period';

function doneWords({ isSubscribed, subscriptionEndsAt }: Billing, speech: BillingSpeech) {
  if (!isSubscribed) {
    return {
      title: 'Subscription ended',
      description: `You won’t be charged again. ${speech.stayOnline}.`,
    };
  }
  const end = subscriptionEndsAt ? formatDay(subscriptionEndsAt) : 'the end of the period';
  return { title: 'Subscription cancelled', description: `${speech.access(end)}.` };
}
