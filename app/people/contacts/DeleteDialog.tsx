import { useTeamBehind } from '#app/accounts/auth/TeamChips.tsx';
import type { Person } from '#shared/people/contacts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useDeleteContact, useDeleteLead } from './contacts.queries.ts';

/** Asks before a person is deleted for good: unlike a card, they cannot be restored, except to a member of a team. */
export function DeleteDialog({
  person,
  onClose,
  onDeleted,
}: {
  person: Person;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const deleteContact = useDeleteContact();
  const deleteLead = useDeleteLead();
  const remove = person.isLead ? deleteLead : deleteContact;
  const confirm = () =>
    remove.mutate(person.id, {
      onSuccess() {
        onClose();
        onDeleted?.();
      },
    });
  const team = useTeamBehind(person);
  const description =
    team?.role === 'member'
      ? `They leave your list. ${team.name} keeps them, and its team admins can give them back for 30 days.`
      : person.isLead
        ? 'This permanently deletes their form response.'
        : 'This permanently deletes their details and your notes.';
  return (
    <Dialog isOpen onClose={onClose} title={`Delete ${person.fullName}?`} description={description}>
      <FormButtons
        onCancel={onClose}
        cancelLabel={person.isLead ? 'Keep lead' : 'Keep contact'}
        variant="danger"
        isPending={remove.isPending}
        pendingLabel="Deleting..."
        onClick={confirm}
      >
        {person.isLead ? 'Delete Lead' : 'Delete Contact'}
      </FormButtons>
    </Dialog>
  );
}
