import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { type ClaimParams, useRefuseInvites } from './claim.queries.ts';

interface RefuseDialogProps {
  email: string;
  params: ClaimParams;
  onRefused: () => void;
  onClose: () => void;
}

/** Asks before an address is closed to all teams. */
export function RefuseDialog({ email, params, onRefused, onClose }: RefuseDialogProps) {
  const refuse = useRefuseInvites(params);
  const confirm = () =>
    refuse.mutate(undefined, {
      onSuccess() {
        onRefused();
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Stop all team invites?"
      description={`This invite ends, and no team on Goldleaf can invite ${email} again.`}
    >
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isPending={refuse.isPending} pendingLabel="Stopping..." onClick={confirm}>
          Stop All Invites
        </Button>
      </div>
    </Dialog>
  );
}
