import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import type { Person } from '#shared/people/contacts.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Textarea } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useChangeNotes } from './contacts.queries.ts';
import { useNotesHint } from './notes-hint.ts';

/** The owner's notes about a person. */
export function NotesDialog({ contact, onClose }: { contact: Person; onClose: () => void }) {
  const change = useChangeNotes();
  const hint = useNotesHint(contact);
  const form = useForm({ defaultValues: { notes: contact.notes ?? '' } });
  const { errors, isDirty } = form.formState;
  const { leave, question } = useLeaving(() => isDirty, onClose, change.isPending);
  const save = form.handleSubmit(({ notes }) =>
    change.mutate(
      { id: contact.id, notes },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) },
    ),
  );
  return (
    <Dialog isOpen onClose={leave} title={`Notes on ${contact.fullName}`}>
      <form className="space-y-5" onSubmit={(event) => void save(event)} noValidate>
        <Textarea
          label="Notes"
          hint={hint}
          maxLength={2_000}
          error={errors.notes?.message}
          {...form.register('notes')}
        />
        <FormButtons onCancel={leave} isPending={change.isPending}>
          Save Notes
        </FormButtons>
      </form>
      {question}
    </Dialog>
  );
}
