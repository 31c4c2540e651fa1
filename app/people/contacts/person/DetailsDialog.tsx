import { Plus, Trash2 } from 'lucide-react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { BodyOf } from '#app/frame/api/call.ts';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { formatDay, fromDayField, toDayField } from '#app/frame/dates.ts';
import { each } from '#shared/contract/field-kinds.ts';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { CONTACT_FIELDS } from '#shared/people/contact-fields.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input, Textarea } from '#ui/Field.tsx';
import { WHEN_MET } from './met.ts';
import { useChangeContact } from './person.queries.ts';

const LINES = ['fullName', 'email', 'phone', 'company', 'jobTitle', 'website'] as const;
const OTHERS = {
  department: 'Department',
  nickname: 'Nickname',
  birthday: 'Birthday',
  metEvent: 'Met at the event',
  metPlace: 'Met in',
} as const;
const OTHER_NAMES = Object.keys(OTHERS) as (keyof typeof OTHERS)[];
const LISTS = { moreEmails: 'email address', morePhones: 'phone number', moreWebsites: 'website' } as const;
const ADDRESS = {
  postalCode: 'Postal code',
  city: 'City',
  region: 'Region',
  country: 'Country',
} as const;

const isPast = (day: string): boolean => day >= '1900-01-01' && day <= toDayField(new Date().toISOString());

const valuesOf = (contact: WholeContact) => ({
  ...each(LINES, (name) => contact[name] ?? ''),
  ...each(OTHER_NAMES, (name) => contact[name] ?? ''),
  metAt: contact.metAt ? toDayField(contact.metAt) : '',
  moreEmails: contact.moreEmails,
  morePhones: contact.morePhones.map(({ value, label }) => ({ value, label })),
  moreWebsites: contact.moreWebsites,
  addresses: contact.addresses,
});
type Form = ReturnType<typeof valuesOf>;

/** Everything that is kept about a contact; only what was changed is sent. */
export function DetailsDialog({ contact, onClose }: { contact: WholeContact; onClose: () => void }) {
  const change = useChangeContact(contact.id);
  const form = useForm<Form>({ defaultValues: valuesOf(contact) });
  const { errors, defaultValues } = form.formState;
  const save = form.handleSubmit((typed) => {
    const changed = Object.entries(typed).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(defaultValues?.[name as keyof Form]),
    );
    const body: BodyOf<'PATCH /api/contacts/{id}'> = Object.fromEntries(changed);
    if (body.metAt !== undefined) body.metAt = typed.metAt ? fromDayField(typed.metAt) : null;
    change.mutate(body, { onSuccess: onClose, onError: (error) => showFieldErrors(error, form.setError) });
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isWide
      title={`Details of ${contact.fullName}`}
      description="What they sent stays in the history."
    >
      <form className="space-y-5" onSubmit={(event) => void save(event)} noValidate>
        <div className="grid gap-4 sm:grid-cols-2">
          {LINES.map((name) => (
            <Input
              key={name}
              label={CONTACT_FIELDS[name].label}
              autoComplete="off"
              error={errors[name]?.message}
              {...form.register(name)}
            />
          ))}
          {OTHER_NAMES.map((name) => (
            <Input
              key={name}
              label={OTHERS[name]}
              autoComplete="off"
              hint={name === 'birthday' ? 'Like 1985-04-12, or --04-12 without a year' : undefined}
              error={errors[name]?.message}
              {...form.register(name)}
            />
          ))}
          <Input
            label={WHEN_MET}
            type="date"
            min="1900-01-01"
            max={toDayField(new Date().toISOString())}
            hint={contact.metAt ? undefined : `Empty: ${formatDay(contact.createdAt)}, when they were added`}
            error={errors.metAt?.message}
            {...form.register('metAt', {
              validate: (day) => !day || isPast(day) || 'Choose a day that has been',
            })}
          />
        </div>
        {(Object.keys(LISTS) as (keyof typeof LISTS)[]).map((name) => (
          <More key={name} form={form} name={name} />
        ))}
        <Addresses form={form} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" isPending={change.isPending} pendingLabel="Saving...">
            Save Details
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** The rows of a list in the form. React Hook Form's own hook for it would weigh on every screen with a form. */
function useRows(form: UseFormReturn<Form>, name: keyof typeof LISTS | 'addresses') {
  const rows: object[] = useWatch({ control: form.control, name });
  const replace = (next: object[]) => form.setValue(name, next as never);
  return {
    rows,
    append: (row: object) => replace([...form.getValues(name), row]),
    remove: (at: number) => replace(rows.filter((_row, nth) => nth !== at)),
  };
}

/** An address or number above its label on a phone, beside it elsewhere. */
const ROW = 'grid grid-cols-[1fr_auto] items-end gap-2 max-sm:*:first:col-span-2 sm:flex sm:*:first:flex-1';

/** Further addresses or numbers of a kind, each with what the owner calls it. */
function More({ form, name }: { form: UseFormReturn<Form>; name: keyof typeof LISTS }) {
  const { rows, append, remove } = useRows(form, name);
  const noun = LISTS[name];
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{`Other ${noun}`}</legend>
      {rows.map((_row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are registered by their place.
        <div key={at} className={ROW}>
          <Input
            label={`Other ${noun}`}
            autoComplete="off"
            error={form.formState.errors[name]?.[at]?.value?.message}
            {...form.register(`${name}.${at}.value`)}
          />
          <Input
            label="Label"
            className="sm:max-w-32"
            autoComplete="off"
            {...form.register(`${name}.${at}.label`)}
          />
          <Button variant="quiet" aria-label={`Remove this ${noun}`} onClick={() => remove(at)}>
            <Trash2 size={16} strokeWidth={1.5} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button variant="quiet" size="small" onClick={() => append({ value: '', label: '' })}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        {`Another ${noun}`}
      </Button>
    </fieldset>
  );
}

const NO_ADDRESS = {
  label: '',
  poBox: '',
  extra: '',
  street: '',
  city: '',
  region: '',
  postalCode: '',
  country: '',
};

function Addresses({ form }: { form: UseFormReturn<Form> }) {
  const { rows, append, remove } = useRows(form, 'addresses');
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">Postal addresses</legend>
      {rows.map((_row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are registered by their place.
        <div key={at} className="grid gap-3 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <Textarea
              label="Street"
              rows={2}
              autoComplete="off"
              {...form.register(`addresses.${at}.street`)}
            />
          </div>
          {(Object.keys(ADDRESS) as (keyof typeof ADDRESS)[]).map((part) => (
            <Input
              key={part}
              label={ADDRESS[part]}
              autoComplete="off"
              {...form.register(`addresses.${at}.${part}`)}
            />
          ))}
          <Button variant="quiet" className="self-end" onClick={() => remove(at)}>
            Remove this address
          </Button>
        </div>
      ))}
      <Button variant="quiet" size="small" onClick={() => append(NO_ADDRESS)}>
        <Plus size={16} strokeWidth={1.5} aria-hidden="true" />
        Another postal address
      </Button>
    </fieldset>
  );
}
