import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { NAME_FIELDS, PHONETIC_PARTS, type PhoneticPart } from '#shared/names/name-parts.ts';
import { dropStaleParts, nameParts } from '#shared/names/names.ts';
import { CONTACT_FIELDS, contactField } from '#shared/people/contact-fields.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useChangeName } from './contacts.queries.ts';
import type { NameFormValues } from './people.ts';

const TYPED = ['fullName', ...NAME_FIELDS] as const;
const PARTS = NAME_FIELDS.filter((name) => name !== 'nameOrder');

/** A person's name: the whole name, and its parts where the guess about them is wrong. */
export function NameDialog({ contact, onClose }: { contact: Person; onClose: () => void }) {
  const change = useChangeName();
  const form = useForm<NameFormValues>({
    defaultValues: each(TYPED, (name) => contact[name] ?? '') as NameFormValues,
  });
  const [doubtful, setDoubtful] = useState<PhoneticPart[] | null>(null);
  const { errors, dirtyFields } = form.formState;

  const send = (typed: NameFormValues, removed: readonly PhoneticPart[]) => {
    // Parts nobody touched are not sent, so that the server drops those of another name.
    const touched = Object.fromEntries(
      TYPED.filter((name) => dirtyFields[name]).map((name) => [name, typed[name]]),
    );
    const body = { ...touched, ...each(removed, () => '') };
    change.mutate(
      { id: contact.id, body },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) },
    );
  };
  const save = form.handleSubmit((typed) => {
    const sent = Object.fromEntries(
      PHONETIC_PARTS.filter((part) => dirtyFields[part]).map((part) => [part, typed[part]]),
    );
    const stale = dropStaleParts(typed.fullName, contact, sent);
    if (doubtful === null && stale.doubtful.length > 0) setDoubtful(stale.doubtful);
    else send(typed, []);
  });

  return (
    <Dialog isOpen onClose={onClose} title={`Name of ${contact.fullName}`}>
      <form className="space-y-5" onSubmit={(event) => void save(event)} noValidate>
        <Input
          label={CONTACT_FIELDS.fullName.label}
          error={errors.fullName?.message}
          {...form.register('fullName')}
        />
        <NamePartFields contact={contact} form={form} />
        {doubtful ? (
          <PhoneticQuestion
            said={doubtful.map((part) => contact[part]).join(' ')}
            isPending={change.isPending}
            onAnswer={(isKept) => void form.handleSubmit((typed) => send(typed, isKept ? [] : doubtful))()}
          />
        ) : (
          <FormButtons onCancel={onClose} isPending={change.isPending}>
            Save Name
          </FormButtons>
        )}
      </form>
    </Dialog>
  );
}

/** The parts, quietly: most people never open them. What would be guessed stands in the empty ones. */
function NamePartFields({ contact, form }: { contact: Person; form: UseFormReturn<NameFormValues> }) {
  const [isOpen, setIsOpen] = useState(() => NAME_FIELDS.some((name) => contact[name]));
  const { errors } = form.formState;
  const typed = form.watch();
  const guessed = nameParts({ ...typed, nameOrder: typed.nameOrder || null });
  return (
    <Disclosure
      isQuiet
      label="Name parts"
      hint="First and last name, title, and pronunciation. We fill in what you leave blank."
      isOpen={isOpen || PARTS.some((name) => errors[name])}
      onChange={setIsOpen}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        {PARTS.map((name) => (
          <Input
            key={name}
            label={contactField(name).label}
            placeholder={guessed[name]}
            error={errors[name]?.message}
            autoComplete="off"
            {...form.register(name)}
          />
        ))}
        <Select label={CONTACT_FIELDS.nameOrder.label} {...form.register('nameOrder')}>
          {Object.entries(CONTACT_FIELDS.nameOrder.optionLabels).map(([option, words]) => (
            <option key={option} value={option}>
              {words}
            </option>
          ))}
        </Select>
      </div>
    </Disclosure>
  );
}

interface PhoneticQuestionProps {
  said: string;
  isPending: boolean;
  onAnswer: (isKept: boolean) => void;
}

/** Only a person can tell whether a changed name is still said as before. */
function PhoneticQuestion({ said, isPending, onAnswer }: PhoneticQuestionProps) {
  return (
    <div role="alert" className="space-y-3">
      <p>
        The name changed. Is it still pronounced “<bdi>{said}</bdi>”?
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="secondary" isPending={isPending} onClick={() => onAnswer(false)}>
          Remove it
        </Button>
        <Button isPending={isPending} onClick={() => onAnswer(true)}>
          Keep it
        </Button>
      </div>
    </div>
  );
}
