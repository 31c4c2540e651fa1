import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Textarea } from '#ui/Field.tsx';
import { useChangeNotes } from './contacts.queries.ts';

/** The owner's notes about a person. */
export function NotesDialog({ contact, onClose }: { contact: Person; onClose: () => void }) {
  const change = useChangeNotes();
  const form = useForm({ defaultValues: { notes: contact.notes ?? '' } });
  const save = form.handleSubmit(({ notes }) =>
    change.mutate(
      { id: contact.id, notes },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) },
    ),
  );
  return (
    <Dialog isOpen onClose={onClose} title={`Notes on ${contact.fullName}`}>
      <form className="space-y-5" onSubmit={(event) => void save(event)} noValidate>
        <Textarea
          label="Notes"
          hint="Only you see them."
          maxLength={2_000}
          error={form.formState.errors.notes?.message}
          {...form.register('notes')}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={change.isPending} pendingLabel="Saving...">
            Save Notes
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
