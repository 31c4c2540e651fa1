import { formatDay } from '#app/dates.ts';
import type { Billing } from '#shared/billing.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/Toast.tsx';
import { useRenewal } from './billing.queries.ts';

/** The second of two clicks: says what remains available and until when, and asks for no reason. */
export function CancelDialog({ billing, onClose }: { billing: Billing; onClose: () => void }) {
  const cancel = useRenewal('cancel');
  const end = billing.nextCharge ? formatDay(billing.nextCharge.at) : 'the end of the period';
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess() {
        toast({ title: 'Subscription cancelled', description: `You keep access until ${end}.` });
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Cancel subscription?"
      description={`You’ll keep access until ${end} and won’t be charged again. Your cards stay online.`}
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep subscription
        </Button>
        <Button variant="danger" isPending={cancel.isPending} pendingLabel="Cancelling..." onClick={confirm}>
          Cancel subscription
        </Button>
      </div>
    </Dialog>
  );
}
