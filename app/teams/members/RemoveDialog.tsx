import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useTeamBilling } from '#app/teams/billing/team-billing.queries.ts';
import { sayWithout } from '#app/teams/billing/team-sums.ts';
import type { Team, TeamMember } from '#shared/teams/teams.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { toast } from '#ui/Toast.tsx';
import { useRemoveMember } from './members.queries.ts';

interface RemoveDialogProps {
  member: Pick<TeamMember, 'userId' | 'fullName' | 'cardCount' | 'isYou'>;
  team: Team;
  onClose: () => void;
}

const LEAVING =
  'The team’s cards stay with it, with everyone met through them. Your own cards aren’t affected. You’ll need a new invite to come back.';

/** Asks before somebody is removed from the team, or leaves it, and says where their cards go. */
export function RemoveDialog({ member, team, onClose }: RemoveDialogProps) {
  const remove = useRemoveMember(team.id);
  const navigate = useNavigate();
  const { isYou, fullName, cardCount, userId } = member;
  const { data: billing } = useTeamBilling(team.id, { enabled: team.role === 'owner' && cardCount > 0 });
  const confirm = () =>
    remove.mutate(
      { userId },
      {
        onSuccess() {
          toast({ title: isYou ? `You left ${team.name}` : `${fullName} is no longer in ${team.name}` });
          if (isYou) navigate(paths.settings('teams'), { replace: true });
          else {
            onClose();
            document.getElementById('members')?.focus();
          }
        },
      },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isYou ? `Leave ${team.name}?` : `Remove ${fullName}?`}
      description={isYou ? LEAVING : `${sayCards(cardCount)} They lose access right away.`}
    >
      {billing && <p className="mb-5 text-ink-2 empty:hidden">{sayWithout(billing, cardCount)}</p>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          {isYou ? 'Stay' : 'Cancel'}
        </Button>
        <Button
          variant="danger"
          isPending={remove.isPending}
          pendingLabel={isYou ? 'Leaving...' : 'Removing...'}
          onClick={confirm}
        >
          {isYou ? 'Leave Team' : 'Remove'}
        </Button>
      </div>
    </Dialog>
  );
}

function sayCards(count: number): string {
  if (count === 0) return 'They hold no card of the team.';
  return count === 1
    ? 'The card they hold stays with the team, with everyone met through it.'
    : `The ${count} cards they hold stay with the team, with everyone met through them.`;
}
