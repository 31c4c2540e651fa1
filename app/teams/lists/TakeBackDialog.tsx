import { counted } from '#app/frame/counted.ts';
import type { TeamList } from '#shared/teams/lists.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useTakeListBack } from './lists.queries.ts';

interface TakeBackDialogProps {
  list: TeamList;
  teamId: string;
  onClose: () => void;
}

/** Asks before the cards of a list go that nobody has claimed. */
export function TakeBackDialog({ list: { id, fileName, open }, teamId, onClose }: TakeBackDialogProps) {
  const takeBack = useTakeListBack(teamId, id);
  const confirm = () => takeBack.mutate(undefined, { onSuccess: onClose });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Take back ${counted(open.unclaimed, 'card')}?`}
      description={`The invites of ${fileName} that no one has claimed stop working, and the cards prepared for them are deleted. Claimed cards stay.`}
    >
      <FormButtons
        onCancel={onClose}
        cancelLabel="Keep Cards"
        variant="danger"
        isPending={takeBack.isPending}
        pendingLabel="Taking back..."
        onClick={confirm}
      >
        Take Back
      </FormButtons>
    </Dialog>
  );
}
