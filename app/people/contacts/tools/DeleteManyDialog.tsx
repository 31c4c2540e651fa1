import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { UNDO_THERE } from './change-words.ts';

interface DeleteManyProps {
  /** Who is selected. */
  words: string;
  isPending: boolean;
  onDelete: () => void;
  onClose: () => void;
}

/** Asks before several contacts go at once. */
export function DeleteManyDialog({ words, isPending, onDelete, onClose }: DeleteManyProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Delete the selected contacts?"
      description={`${words}. ${UNDO_THERE}`}
    >
      <div className="flex flex-wrap justify-end gap-2 max-sm:*:grow">
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" isPending={isPending} pendingLabel="Deleting..." onClick={onDelete}>
          Delete Contacts
        </Button>
      </div>
    </Dialog>
  );
}
