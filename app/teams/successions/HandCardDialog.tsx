import { type FormEvent, useState } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { useTeamBilling } from '#app/teams/billing/team-billing.queries.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';
import { NOT_TYPED, readSuccessor } from './read-successor.ts';
import { SuccessorFields } from './SuccessorFields.tsx';
import { useHandCard, useUndoSuccession } from './successions.queries.ts';

interface HandCardDialogProps {
  team: Team;
  card: { cardId: string; fullName: string; holderId: string | null };
  /** Nobody has the card, and only who comes next is changed. */
  isVacant?: boolean;
  onClose: () => void;
}

/** Asks to whom a card goes, and says what happens to it. */
export function HandCardDialog({ team, card, isVacant = false, onClose }: HandCardDialogProps) {
  const [typed, setTyped] = useState(NOT_TYPED);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const hand = useHandCard(team.id);
  const undo = useUndoSuccession(team.id);
  const { cardId, fullName, holderId } = card;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const choice = readSuccessor(typed);
    if ('missing' in choice) return setErrors(choice.missing);
    // Said again, the same sentence is only heard if it was gone.
    setErrors({});
    hand.mutate(
      { cardId, ...choice, isNamed: choice.isNamed ?? false } as Parameters<typeof hand.mutate>[0],
      {
        onError(error) {
          const fields = error instanceof CallError ? error.fields : {};
          setErrors({ fullName: fields['successor.fullName'] ?? '', email: fields['successor.email'] ?? '' });
        },
        onSuccess({ successor }) {
          toast({
            title: successor
              ? `Handed over to ${successor.fullName}`
              : `${fullName}’s details are off the card`,
            description: successor?.problem ?? (successor ? 'We’ll email them an invite.' : ''),
            action: { label: 'Undo', onPress: () => undo.mutate(cardId) },
          });
          onClose();
          document.getElementById('cards')?.focus();
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isVacant ? 'Hand it to someone else?' : `Hand over the card of ${fullName}?`}
      description={isVacant ? 'Any invite sent before stops working.' : EXPLAINED}
    >
      <form noValidate onSubmit={submit} className="space-y-5">
        <SuccessorFields
          teamId={team.id}
          holderId={holderId}
          value={typed}
          errors={errors}
          onChange={(value) => {
            setTyped(value);
            setErrors({});
          }}
        />
        <ClaimBarNote team={team} isVacant={isVacant} />
        <FormButtons onCancel={onClose} isPending={hand.isPending} pendingLabel="Handing over...">
          {typed.way === 'none' ? 'Clear Card' : 'Hand Over Card'}
        </FormButtons>
      </form>
    </Dialog>
  );
}

/** For the owner: that nobody can claim it now. Once it is the only card that was claimed, somebody can. */
function ClaimBarNote({ team, isVacant }: Pick<HandCardDialogProps, 'team' | 'isVacant'>) {
  const { data: billing } = useTeamBilling(team.id, { enabled: team.role === 'owner' });
  if (billing?.claimBar !== 'unpaid' || (!isVacant && billing.cards + billing.freed === 1)) return null;
  return <p className="text-sm text-ink-2">No one can claim it until the team is paid for.</p>;
}

const EXPLAINED =
  'Their details, photos, and links leave it at once, and are kept for 30 days. Its address, code, views, and the people it has met stay. You can undo this until the next person claims it.';
