import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
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
      <FormButtons
        onCancel={onClose}
        variant="danger"
        isPending={refuse.isPending}
        pendingLabel="Stopping..."
        onClick={confirm}
      >
        Stop All Invites
      </FormButtons>
    </Dialog>
  );
}
