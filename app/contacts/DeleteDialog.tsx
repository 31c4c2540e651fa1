import type { Contact } from '#shared/contacts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { useDeleteContact } from './contacts.queries.ts';

/** Asks before a contact goes for good: unlike a card, it cannot be brought back. */
export function DeleteDialog({
  contact,
  onClose,
  onDeleted,
}: {
  contact: Contact;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const remove = useDeleteContact();
  const confirm = () =>
    remove.mutate(contact.id, {
      onSuccess() {
        onClose();
        onDeleted();
      },
    });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Delete ${contact.fullName}?`}
      description="Their details and your notes are removed from your contacts for good."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" onClick={onClose}>
          Keep contact
        </Button>
        <Button variant="danger" isPending={remove.isPending} pendingLabel="Deleting..." onClick={confirm}>
          Delete Contact
        </Button>
      </div>
    </Dialog>
  );
}
