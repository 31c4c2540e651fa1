import { lazy, Suspense, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ExchangeOff, useIsExchangeOff } from '#app/accounts/privacy/ExchangeOff.tsx';
import { RouteError } from '#app/frame/RouteError.tsx';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { Switch } from '#ui/Choice.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useCardForm } from '../card-form.ts';

const LeadFormFields = lazy(async () => ({
  default: (await import('./LeadFormFields.tsx')).LeadFormFields,
}));

/** The short form on the public card, and what it asks. */
export function LeadCapture() {
  const { label, hint } = CARD_FIELDS.leadCaptureEnabled;
  const isOff = useIsExchangeOff();
  const { control, register, getValues, setValue, formState } = useCardForm();
  const isOn = useWatch({ control, name: 'leadCaptureEnabled' });
  const { leadQuestions, leadConsentText } = formState.errors;
  /** Stays: correcting an error must not take away the field in which it is corrected. */
  const [hadError, setHadError] = useState(false);
  if (!hadError && (leadQuestions || leadConsentText)) setHadError(true);
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
      <Switch label={label} hint={isOff ? <ExchangeOff /> : hint} {...field} />
      {(isOn || hadError) && (
        <RouteError>
          <Suspense fallback={<Skeleton className="mb-3 h-96" />}>
            <LeadFormFields />
          </Suspense>
        </RouteError>
      )}
    </>
  );
}
