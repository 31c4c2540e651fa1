import { counted } from '#app/frame/counted.ts';
import type { TeamList } from '#shared/teams/lists.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
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
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Keep Cards
        </Button>
        <Button
          variant="danger"
          isPending={takeBack.isPending}
          pendingLabel="Taking back..."
          onClick={confirm}
        >
          Take Back
        </Button>
      </div>
    </Dialog>
  );
}
