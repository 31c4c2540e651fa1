import type { Invite } from '#shared/teams/claims.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';
import { useRevokeInvite } from './invites.queries.ts';

interface RevokeDialogProps {
  invite: Invite;
  teamId: string;
  onClose: () => void;
}

/** Asks before an invite ends, with the card that was prepared. */
export function RevokeDialog({ invite: { id, fullName, email }, teamId, onClose }: RevokeDialogProps) {
  const revoke = useRevokeInvite(teamId);
  const confirm = () =>
    revoke.mutate(id, {
      onSuccess() {
        toast({ title: 'Invite revoked' });
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Revoke the invite to ${fullName}?`}
      description={`The link we sent to ${email} stops working, and the card prepared for them is deleted.`}
    >
      <FormButtons
        onCancel={onClose}
        cancelLabel="Keep Invite"
        variant="danger"
        isPending={revoke.isPending}
        pendingLabel="Revoking..."
        onClick={confirm}
      >
        Revoke Invite
      </FormButtons>
    </Dialog>
  );
}
