import { type FormEvent, useState } from 'react';
import { useNavigate } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useTeamBilling } from '#app/teams/billing/team-billing.queries.ts';
import { sayWithout } from '#app/teams/billing/team-sums.ts';
import { useHeldBy } from '#app/teams/leavers/leavers.queries.ts';
import { readSuccessor, type Typed } from '#app/teams/successions/read-successor.ts';
import { runsTeam } from '#app/teams/team/roles.ts';
import type { Team, TeamMember } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';
import { LeftCards } from './LeftCard.tsx';
import { type CardsToHand, useRemoveMember } from './members.queries.ts';

interface RemoveDialogProps {
  member: Pick<TeamMember, 'userId' | 'fullName' | 'cardCount' | 'isYou'>;
  team: Team;
  onClose: () => void;
}

const LEAVING =
  'The team’s cards stay with it, with everyone met through them. Your own cards aren’t affected. A team admin can ask you back for 30 days.';
const REMOVING =
  'They lose access right away. For 30 days, you can bring them back with their cards and the people they met.';

/** Asks before somebody is removed from the team, or leaves it, and says what happens to each card they hold. */
export function RemoveDialog({ member, team, onClose }: RemoveDialogProps) {
  const { isYou, fullName, cardCount, userId } = member;
  const { data: cards } = useHeldBy(team.id, userId);
  const [typed, setTyped] = useState<ReadonlyMap<string, Typed>>(new Map());
  const [errors, setErrors] = useState<ReadonlyMap<string, Record<string, string>>>(new Map());
  const remove = useRemoveMember(team.id);
  const navigate = useNavigate();
  const { data: billing } = useTeamBilling(team.id, { enabled: team.role === 'owner' && cardCount > 0 });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { chosen, missing } = readChoices(typed);
    setErrors(missing);
    if (missing.size > 0) return;
    remove.mutate(
      { userId, cards: chosen },
      {
        onSuccess() {
          toast({ title: isYou ? `You left ${team.name}` : `${fullName} is no longer in ${team.name}` });
          if (isYou) navigate(paths.settings('teams'), { replace: true });
          else onClose();
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isYou ? `Leave ${team.name}?` : `Remove ${fullName}?`}
      description={isYou ? LEAVING : REMOVING}
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <LeftCards
          cards={cards}
          isLoading={!cards && cardCount > 0}
          teamId={team.id}
          holderId={userId}
          mayHand={runsTeam(team)}
          typed={typed}
          errors={errors}
          onType={setTyped}
        />
        {billing && <p className="text-ink-2 empty:hidden">{sayWithout(billing, cardCount)}</p>}
        <FormButtons
          onCancel={onClose}
          cancelLabel={isYou ? 'Stay' : 'Cancel'}
          variant="danger"
          isPending={remove.isPending}
          pendingLabel={isYou ? 'Leaving...' : 'Removing...'}
        >
          {isYou ? 'Leave Team' : 'Remove'}
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** Of the cards that go to somebody else: to whom, or what is missing. */
function readChoices(typed: ReadonlyMap<string, Typed>) {
  const chosen: CardsToHand = [];
  const missing = new Map<string, Record<string, string>>();
  for (const [cardId, value] of typed) {
    const choice = readSuccessor(value);
    if ('missing' in choice) missing.set(cardId, choice.missing);
    else chosen.push({ cardId, ...choice });
  }
  return { chosen, missing };
}
