import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { lateCheck } from '#app/frame/api/late-check.ts';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import { each } from '#shared/contract/field-kinds.ts';
import { CONTACT_FIELDS } from '#shared/people/contact-fields.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input, Textarea } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useAddContact } from './add-contact.queries.ts';
import { useNotesHint } from './notes-hint.ts';

const LINES = ['fullName', 'email', 'phone', 'company', 'jobTitle', 'website'] as const;
const TYPED = [...LINES, 'notes'] as const;
const KINDS = { email: 'email', phone: 'tel', website: 'url' } as const;
const checkContact = lateCheck(async () => (await import('./check-contact.ts')).checkContact);

/** Notes down somebody the owner met: now, or when the network is back. */
export function AddContactDialog({ onClose }: { onClose: () => void }) {
  const add = useAddContact();
  const hint = useNotesHint();
  const form = useForm({ defaultValues: each(TYPED, () => ''), resolver: checkContact });
  const { errors, isDirty } = form.formState;
  const { leave, question } = useLeaving(() => isDirty, onClose, add.isPending);
  const save = form.handleSubmit((fields) =>
    add.mutate(fields, {
      onSuccess: () => onClose(),
      onError: (error) => showFieldErrors(error, form.setError),
    }),
  );
  return (
    <Dialog isOpen onClose={leave} title="Add contact" description="Only a name is required.">
      <form className="space-y-4" onSubmit={(event) => void save(event)} noValidate>
        <div className="grid gap-4 sm:grid-cols-2 sm:*:first:col-span-2">
          {LINES.map((name) => (
            <Input
              key={name}
              label={CONTACT_FIELDS[name].label}
              type={name in KINDS ? KINDS[name as keyof typeof KINDS] : 'text'}
              autoComplete="off"
              error={errors[name]?.message}
              {...form.register(name)}
            />
          ))}
        </div>
        <Textarea
          label={CONTACT_FIELDS.notes.label}
          hint={hint}
          maxLength={CONTACT_FIELDS.notes.max}
          error={errors.notes?.message}
          {...form.register('notes')}
        />
        <FormButtons onCancel={leave} isPending={add.isPending}>
          Add Contact
        </FormButtons>
      </form>
      {question}
    </Dialog>
  );
}
