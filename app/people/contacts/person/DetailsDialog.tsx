import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { formatDay, fromDayField, toDayField } from '#app/frame/dates.ts';
import { useInvalidFocus } from '#app/frame/use-invalid-focus.ts';
import { useLeaving } from '#app/frame/use-leaving.tsx';
import { each } from '#shared/contract/field-kinds.ts';
import { NAME_FIELDS, PHONETIC_PARTS, type PhoneticPart } from '#shared/names/name-parts.ts';
import { dropStaleParts } from '#shared/names/names.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_RECORD, recordField, recordNamesOf, SINGLE_NAMES } from '#shared/people/contact-record.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { Addresses, BLANK_ADDRESS, Networks, Reach, TYPED } from './DetailsFields.tsx';
import { changesOf, type DetailsForm, ROWS, withoutBlankRows } from './details-form.ts';
import { NameDetails, PronunciationQuestion } from './NameDetails.tsx';
import { useChangeContact } from './person.queries.ts';

/** The parts of the name are folded beneath it. */
const NAMES = SINGLE_NAMES.filter((name) => recordField(name).mergesWith !== 'fullName');
const REACH_NAMES = recordNamesOf('mail', 'phone', 'link');
const LABELS = recordNamesOf('label');
const isReach = (name: string) => (REACH_NAMES as readonly string[]).includes(name);
/** Offered even while they are empty; others are added when there is something to say. */
const ALWAYS: readonly string[] = ['fullName', 'email', 'phone', 'company', 'jobTitle', 'metAt'];
const ADDED = [...NAMES, 'addresses' as const].filter((name) => !ALWAYS.includes(name));

const isPast = (day: string): boolean => day >= '1900-01-01' && day <= toDayField(new Date().toISOString());

const valuesOf = (contact: WholeContact): DetailsForm => ({
  ...each([...NAMES, ...NAME_FIELDS, ...LABELS], (name) => contact[name] ?? ''),
  nameOrder: contact.nameOrder ?? '',
  metAt: contact.metAt ? toDayField(contact.metAt) : '',
  moreEmails: contact.moreEmails,
  morePhones: contact.morePhones.map(({ value, label }) => ({ value, label })),
  moreWebsites: contact.moreWebsites,
  social: contact.social,
  addresses: contact.addresses,
});

/** The form of everything that is kept about a contact; only what was changed is sent. */
function useDetailsForm(contact: WholeContact, onClose: () => void) {
  const change = useChangeContact(contact.id);
  const [before] = useState(() => withoutBlankRows(valuesOf(contact)));
  const form = useForm<DetailsForm>({ defaultValues: before });
  const [doubtful, setDoubtful] = useState<PhoneticPart[] | null>(null);
  const send = (typed: DetailsForm, removed: readonly PhoneticPart[]) => {
    const filled = withoutBlankRows(typed);
    // A refusal names a row by its place.
    for (const name of ROWS) form.setValue(name, filled[name]);
    const body = changesOf(typed, before);
    if (body.metAt !== undefined) body.metAt = typed.metAt ? fromDayField(typed.metAt) : null;
    change.mutate(
      { ...body, ...each(removed, () => '') },
      { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) },
    );
  };
  const save = form.handleSubmit((typed) => {
    const said = PHONETIC_PARTS.filter((part) => typed[part] !== (contact[part] ?? ''));
    const stale = dropStaleParts(
      typed.fullName,
      contact,
      each(said, (part) => typed[part]),
    );
    if (doubtful === null && stale.doubtful.length > 0) setDoubtful(stale.doubtful);
    else send(typed, []);
  });
  const answer = (isKept: boolean) =>
    void form.handleSubmit((typed) => send(typed, isKept ? [] : (doubtful ?? [])))();
  const hasChanges = () => Object.keys(changesOf(form.getValues(), before)).length > 0;
  const area = useInvalidFocus(change.error);
  return { form, area, save, doubtful, answer, hasChanges, isPending: change.isPending };
}

export function DetailsDialog({ contact, onClose }: { contact: WholeContact; onClose: () => void }) {
  const { form, area, save, doubtful, answer, hasChanges, isPending } = useDetailsForm(contact, onClose);
  const { leave, question } = useLeaving(hasChanges, onClose, isPending);
  const [added, setAdded] = useState<readonly string[]>(() =>
    ADDED.filter((name) => contact[name]?.length || (name === 'website' && contact.moreWebsites.length)),
  );
  const isShown = (name: string) => ALWAYS.includes(name) || added.includes(name);
  const add = (name: (typeof ADDED)[number]) => {
    setAdded([...added, name]);
    // The pressed button is gone.
    if (name === 'addresses') form.setValue(name, [BLANK_ADDRESS]);
    setTimeout(() => form.setFocus(name === 'addresses' ? 'addresses.0.street' : name));
  };
  return (
    <Dialog
      isOpen
      onClose={leave}
      isWide
      title={`Details of ${contact.fullName}`}
      description="Their original details stay in the timeline."
    >
      <form ref={area} className="space-y-5" onSubmit={(event) => void save(event)} noValidate>
        <Input
          label={CONTACT_RECORD.fullName.label}
          error={form.formState.errors.fullName?.message}
          {...TYPED}
          {...form.register('fullName')}
        />
        <NameDetails form={form} />
        <div className="grid gap-4 sm:grid-cols-2">
          {NAMES.filter((name) => name !== 'fullName' && isShown(name) && !isReach(name)).map((name) => (
            <DetailInput key={name} name={name} form={form} contact={contact} />
          ))}
        </div>
        {REACH_NAMES.filter(isShown).map((name) => (
          <Reach key={name} name={name} form={form} />
        ))}
        <Networks form={form} />
        {isShown('addresses') && <Addresses form={form} />}
        <MoreFields names={ADDED.filter((name) => !isShown(name))} onAdd={add} />
        {doubtful ? (
          <PronunciationQuestion
            said={doubtful.map((part) => contact[part]).join(' ')}
            isPending={isPending}
            onAnswer={answer}
          />
        ) : (
          <FormButtons onCancel={leave} isPending={isPending}>
            Save Details
          </FormButtons>
        )}
      </form>
      {question}
    </Dialog>
  );
}

interface InputProps {
  name: (typeof NAMES)[number];
  form: ReturnType<typeof useForm<DetailsForm>>;
  contact: WholeContact;
}

function DetailInput({ name, form, contact }: InputProps) {
  const { kind, label, hint } = recordField(name);
  const common = { label, error: form.formState.errors[name]?.message, ...TYPED };
  if (kind !== 'moment') {
    const said = kind === 'day' ? 'YYYY-MM-DD, or --MM-DD without a year' : hint;
    return <Input {...common} hint={said} {...form.register(name)} />;
  }
  const validate = (day: string) => !day || isPast(day) || 'Choose a date in the past';
  return (
    <Input
      {...common}
      type="date"
      min="1900-01-01"
      max={toDayField(new Date().toISOString())}
      hint={contact.metAt ? undefined : `Defaults to ${formatDay(contact.createdAt)}`}
      {...form.register(name, { validate })}
    />
  );
}

/** Buttons for the fields that are empty. */
function MoreFields({
  names,
  onAdd,
}: {
  names: (typeof ADDED)[number][];
  onAdd: (name: (typeof ADDED)[number]) => void;
}) {
  if (names.length === 0) return null;
  return (
    <fieldset>
      <legend className="text-sm text-ink-2">Add a field</legend>
      <div className="mt-2 flex flex-wrap gap-2">
        {names.map((name) => (
          <Button key={name} variant="secondary" size="small" onClick={() => onAdd(name)}>
            <Plus size={16} />
            {name === 'addresses' ? 'Postal address' : CONTACT_RECORD[name].label}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
