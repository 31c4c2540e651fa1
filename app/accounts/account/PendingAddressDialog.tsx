import { useCancelNewAddress } from '#app/accounts/auth/address.queries.ts';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';
import { ResendLink } from './ResendLink.tsx';

/** A new address that waits to be confirmed: its link again, or no change after all. */
export function PendingAddressDialog({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const cancel = useCancelNewAddress();
  const to = user?.pendingEmail ?? '';
  return (
    <Dialog isOpen onClose={onClose} title="Confirm your new email address">
      <p className="wrap-anywhere text-ink-2">
        {`Open the link we sent to ${to}. `}
        {user?.email
          ? `Until then, your address is ${user.email}.`
          : 'Until then, your account has no address.'}
      </p>
      <ButtonRow className="mt-5">
        <Button
          variant="secondary"
          isPending={cancel.isPending}
          pendingLabel="Canceling..."
          onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
        >
          Cancel Change
        </Button>
        <ResendLink to={to} onSent={onClose} />
      </ButtonRow>
    </Dialog>
  );
}
