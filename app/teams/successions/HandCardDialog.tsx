import { type FormEvent, useState } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { useInvalidFocus } from '#app/frame/use-invalid-focus.ts';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import { useTeamBilling } from '#app/teams/billing/team-billing.queries.ts';
import type { Team } from '#shared/teams/teams.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { toast } from '#ui/Toast.tsx';
import { NOT_TYPED, readSuccessor, type Typed } from './read-successor.ts';
import { SuccessorFields } from './SuccessorFields.tsx';
import { useHandCard, useUndoSuccession } from './successions.queries.ts';

interface HandCardDialogProps {
  team: Team;
  card: { cardId: string; fullName: string; holderId: string | null };
  /** Nobody has the card, and only who comes next is changed. */
  isVacant?: boolean;
  onClose: () => void;
}

/** The successor as typed, the errors of its fields, and sending it. */
function useHandingOver({ team, card: { cardId, fullName }, onClose }: HandCardDialogProps) {
  const [typed, setTyped] = useState(NOT_TYPED);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const hand = useHandCard(team.id);
  const undo = useUndoSuccession(team.id);
  const change = (value: Typed) => {
    setTyped(value);
    setErrors({});
  };
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
        },
      },
    );
  };
  return { typed, change, errors, submit, isPending: hand.isPending };
}

/** Asks to whom a card goes, and says what happens to it. */
export function HandCardDialog(props: HandCardDialogProps) {
  const { team, card, isVacant = false, onClose } = props;
  const { typed, change, errors, submit, isPending } = useHandingOver(props);
  const area = useInvalidFocus(errors);
  const { leave, question } = useLeaving(() => Boolean(typed.fullName || typed.email), onClose);
  return (
    <Dialog
      isOpen
      onClose={leave}
      title={isVacant ? 'Hand it to someone else?' : `Hand over the card of ${card.fullName}?`}
      description={isVacant ? 'Any invite sent before stops working.' : EXPLAINED}
    >
      <form ref={area} noValidate onSubmit={submit} className="space-y-5">
        <SuccessorFields
          teamId={team.id}
          holderId={card.holderId}
          value={typed}
          errors={errors}
          onChange={change}
        />
        <ClaimBarNote team={team} holderId={card.holderId} isVacant={isVacant} />
        <FormButtons onCancel={leave} isPending={isPending} pendingLabel="Handing over...">
          {typed.way === 'none' ? 'Clear Card' : 'Hand Over Card'}
        </FormButtons>
      </form>
      {question}
    </Dialog>
  );
}

interface ClaimBarNoteProps {
  team: Team;
  holderId: string | null;
  isVacant: boolean;
}

/** For the owner: that nobody can claim it now. Once it is the only card that was claimed, somebody can. */
function ClaimBarNote({ team, holderId, isVacant }: ClaimBarNoteProps) {
  const { data: billing } = useTeamBilling(team.id, { enabled: team.role === 'owner' });
  if (billing?.claimBar !== 'unpaid' || (!isVacant && billing.cards + billing.freed === 1)) return null;
  // Nobody can pay for a team of which nobody holds a card.
  const canPay = billing.cards > (holderId === null ? 0 : 1);
  return (
    <p className="text-sm text-ink-2">
      {canPay
        ? 'No one can claim it until the team is paid for.'
        : 'No one can claim it until the other cards whose holders have left are handed on or deleted.'}
    </p>
  );
}

const EXPLAINED =
  'Their details, photos, and links leave it at once, and are kept for 30 days. Its address, code, views, and the people it has met stay. You can undo this until the next person claims it.';
