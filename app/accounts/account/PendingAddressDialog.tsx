import { useCancelNewAddress } from '#app/accounts/auth/address.queries.ts';
import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
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
      <div className="mt-5 flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button
          variant="secondary"
          isPending={cancel.isPending}
          pendingLabel="Canceling..."
          onClick={() => cancel.mutate(undefined, { onSuccess: onClose })}
        >
          Cancel Change
        </Button>
        <ResendLink to={to} onSent={onClose} />
      </div>
    </Dialog>
  );
}
