import { useWatch } from 'react-hook-form';
import { CARD_FIELDS } from '#shared/card-fields.ts';
import { LEAD_FIELDS } from '#shared/constants.ts';
import { Checkbox, Switch } from '#ui/Choice.tsx';
import { useCardForm } from './card-form.ts';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', company: 'Company', message: 'Message' };

/** The short form on the public card, and which fields it has. */
export function LeadCapture() {
  const { label, hint } = CARD_FIELDS.leadCaptureEnabled;
  const { control, register, getValues, setValue } = useCardForm();
  const isOn = useWatch({ control, name: 'leadCaptureEnabled' });
  const field = register('leadCaptureEnabled', {
    onChange() {
      // A form without fields is useless: it starts with what every lead needs.
      if (getValues('leadCaptureEnabled') && getValues('leadCaptureFields').length === 0) {
        setValue('leadCaptureFields', ['name', 'email'], { shouldDirty: true });
      }
    },
  });
  return (
    <>
      <Switch label={label} hint={hint} {...field} />
      {isOn && (
        <fieldset className="mb-3 rounded-surface border border-line bg-surface px-4 py-3">
          <legend className="sr-only">{CARD_FIELDS.leadCaptureFields.label}</legend>
          <div className="grid gap-x-6 sm:grid-cols-2">
            {LEAD_FIELDS.map((name) => (
              <Checkbox key={name} label={LABELS[name]} value={name} {...register('leadCaptureFields')} />
            ))}
          </div>
        </fieldset>
      )}
    </>
  );
}
