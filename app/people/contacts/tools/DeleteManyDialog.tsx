import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
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
      <FormButtons
        onCancel={onClose}
        variant="danger"
        isPending={isPending}
        pendingLabel="Deleting..."
        onClick={onDelete}
      >
        Delete Contacts
      </FormButtons>
    </Dialog>
  );
}
