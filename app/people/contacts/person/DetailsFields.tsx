import { Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { SOCIAL_NETWORKS } from '#shared/contract/constants.ts';
import { each } from '#shared/contract/field-kinds.ts';
import { SOCIAL_LABELS } from '#shared/contract/links.ts';
import { CONTACT_RECORD } from '#shared/people/contact-record.ts';
import { ADDRESS_PARTS, type AddressComponent, type FurtherKind } from '#shared/people/record-field.ts';
import { Button } from '#ui/Button.tsx';
import { Input, Textarea } from '#ui/Field.tsx';
import type { DetailsForm } from './details-form.ts';

/** The parts of the form of a contact's details that may have several values. */

const REACH = {
  email: { more: 'moreEmails', noun: 'email address' },
  phone: { more: 'morePhones', noun: 'phone number' },
  website: { more: 'moreWebsites', noun: 'website' },
} as const satisfies Record<FurtherKind['of'], { more: keyof DetailsForm; noun: string }>;
type More = (typeof REACH)[FurtherKind['of']]['more'];

export const TYPED = { autoComplete: 'off' } as const;

/** The rows of a list in the form. React Hook Form's own hook for it would weigh on every screen with a form. */
function useRows(form: UseFormReturn<DetailsForm>, name: More | 'addresses') {
  const rows: object[] = useWatch({ control: form.control, name });
  const another = useRef<HTMLButtonElement>(null);
  const focus = (at: number) =>
    form.setFocus(
      name === 'addresses' ? (`addresses.${at}.street` as const) : (`${name}.${at}.value` as const),
    );
  const replace = (next: object[]) => {
    form.setValue(name, next as never);
    // They name the places that rows had before.
    form.clearErrors(name);
  };
  return {
    rows,
    another,
    append(row: object) {
      replace([...rows, row]);
      // The pressed button comes after the new row, or is gone.
      setTimeout(() => focus(rows.length));
    },
    remove(at: number) {
      const next = rows.filter((_row, nth) => nth !== at);
      replace(next);
      // The pressed button is gone, or stands in another row.
      const near = Math.min(at, next.length - 1);
      setTimeout(() => (near < 0 ? another.current?.focus() : focus(near)));
    },
  };
}

/** An address or number above its label on a phone, beside it elsewhere. */
const ROW =
  'grid grid-cols-[1fr_auto] items-end gap-2 max-sm:*:first:col-span-2 max-sm:*:nth-2:last:col-span-2 sm:flex sm:*:first:flex-1';

/** The ways to reach a contact of one kind, each with the owner's name for it. */
export function Reach({ name, form }: { name: FurtherKind['of']; form: UseFormReturn<DetailsForm> }) {
  const { more, noun } = REACH[name];
  const { rows, another, append, remove } = useRows(form, more);
  const { errors } = form.formState;
  return (
    <fieldset className="space-y-3">
      <legend className="sr-only">{CONTACT_RECORD[name].label}</legend>
      <div className={ROW}>
        <Input
          {...TYPED}
          label={CONTACT_RECORD[name].label}
          error={errors[name]?.message}
          {...form.register(name)}
        />
        <Input
          {...TYPED}
          label="Label"
          className="sm:max-w-32"
          error={errors[`${name}Label`]?.message}
          {...form.register(`${name}Label`)}
        />
      </div>
      {rows.map((_row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are registered by their place.
        <div key={at} className={ROW}>
          <Input
            {...TYPED}
            label={`Other ${noun}`}
            error={errors[more]?.[at]?.value?.message}
            {...form.register(`${more}.${at}.value`)}
          />
          <Input
            {...TYPED}
            label="Label"
            className="sm:max-w-32"
            error={errors[more]?.[at]?.label?.message}
            {...form.register(`${more}.${at}.label`)}
          />
          <Button variant="quiet" aria-label={`Remove this ${noun}`} onClick={() => remove(at)}>
            <Trash2 size={16} />
          </Button>
        </div>
      ))}
      {rows.length < CONTACT_RECORD[more].max && (
        <Button ref={another} variant="quiet" size="small" onClick={() => append({ value: '', label: '' })}>
          <Plus size={16} />
          {`Another ${noun}`}
        </Button>
      )}
    </fieldset>
  );
}

/** The social networks that somebody brought along; one that is emptied is forgotten. */
export function Networks({ form }: { form: UseFormReturn<DetailsForm> }) {
  const kept = form.getValues('social');
  return SOCIAL_NETWORKS.filter((network) => network in kept).map((network) => (
    <Input
      key={network}
      label={SOCIAL_LABELS[network]}
      error={form.formState.errors.social?.[network]?.message}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      {...form.register(`social.${network}`)}
    />
  ));
}

const PARTS = Object.keys(ADDRESS_PARTS) as AddressComponent[];
export const BLANK_ADDRESS = { label: '', ...each(PARTS, () => '') };

export function Addresses({ form }: { form: UseFormReturn<DetailsForm> }) {
  const { rows, another, append, remove } = useRows(form, 'addresses');
  const { errors } = form.formState;
  return (
    <fieldset className="space-y-4">
      <legend className="sr-only">{CONTACT_RECORD.addresses.label}</legend>
      {rows.map((_row, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields are registered by their place.
        <div key={at} className="grid gap-3 sm:grid-cols-2">
          {PARTS.map((part) =>
            'isLong' in ADDRESS_PARTS[part] ? (
              <div key={part} className="sm:col-span-2">
                <Textarea
                  label={ADDRESS_PARTS[part].label}
                  rows={2}
                  error={errors.addresses?.[at]?.[part]?.message}
                  {...TYPED}
                  {...form.register(`addresses.${at}.${part}`)}
                />
              </div>
            ) : (
              <Input
                key={part}
                label={ADDRESS_PARTS[part].label}
                error={errors.addresses?.[at]?.[part]?.message}
                {...TYPED}
                {...form.register(`addresses.${at}.${part}`)}
              />
            ),
          )}
          <Input
            label="Label"
            error={errors.addresses?.[at]?.label?.message}
            {...TYPED}
            {...form.register(`addresses.${at}.label`)}
          />
          <Button variant="quiet" className="self-end" onClick={() => remove(at)}>
            Remove this address
          </Button>
        </div>
      ))}
      {rows.length < CONTACT_RECORD.addresses.max && (
        <Button ref={another} variant="quiet" size="small" onClick={() => append(BLANK_ADDRESS)}>
          <Plus size={16} />
          Another postal address
        </Button>
      )}
    </fieldset>
  );
}
