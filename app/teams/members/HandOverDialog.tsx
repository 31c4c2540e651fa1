import { useOfferTeam } from '#app/teams/team/teams.queries.ts';
import type { Team, TeamMember } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';

interface HandOverDialogProps {
  to: Pick<TeamMember, 'userId' | 'fullName'>;
  team: Team;
  onClose: () => void;
}

/** Asks the owner before somebody else is asked to become it. */
export function HandOverDialog({ to, team, onClose }: HandOverDialogProps) {
  const offer = useOfferTeam(team.id);
  const confirm = () =>
    offer.mutate(to.userId, {
      onSuccess() {
        toast({ title: `We’ve asked ${to.fullName}`, description: 'You stay the owner until they accept.' });
        onClose();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Hand over ${team.name} to ${to.fullName}?`}
      description="They decide over everything from the moment they accept, and you stay as a team admin. Until then you can take it back. If your payment card pays for the team, it goes on being charged until they change it under Billing, Manage payment."
    >
      <FormButtons onCancel={onClose} isPending={offer.isPending} pendingLabel="Asking..." onClick={confirm}>
        Ask Them
      </FormButtons>
    </Dialog>
  );
}
