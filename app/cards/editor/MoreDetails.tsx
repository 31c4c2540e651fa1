import { useState } from 'react';
import { Disclosure } from '#ui/Disclosure.tsx';
import { CardField } from './CardField.tsx';
import { type LineName, useCardForm } from './card-form.ts';
import { Pair } from './Section.tsx';

const FIELDS: LineName[] = [
  'department',
  'industry',
  'workEmail',
  'workPhone',
  'secondaryEmail',
  'secondaryPhone',
  'portfolio',
  'appointmentBooking',
  'videoCallLink',
  'address',
  'city',
  'state',
  'zipCode',
  'country',
];

/** The fields that most cards leave empty; open when one of them is filled or wrong. */
export function MoreDetails() {
  const { getValues, formState } = useCardForm();
  const [isOpen, setIsOpen] = useState(() => getValues(FIELDS).some(Boolean));
  const hasError = FIELDS.some((name) => formState.errors[name]);
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Disclosure
        label="More details"
        hint="Department, work email and phone, address, booking and video call links"
        isOpen={isOpen || hasError}
        onChange={setIsOpen}
      >
        <div className="space-y-5">
          <Pair>
            <CardField name="department" label="Department" />
            <CardField name="industry" label="Industry" />
            <CardField name="workEmail" label="Work email" type="email" autoComplete="work email" />
            <CardField name="workPhone" label="Work phone" type="tel" autoComplete="work tel" />
            <CardField name="secondaryEmail" label="Second email" type="email" />
            <CardField name="secondaryPhone" label="Second phone" type="tel" />
          </Pair>
          <CardField name="portfolio" label="Portfolio website" inputMode="url" />
          <Pair>
            <CardField
              name="appointmentBooking"
              label="Booking link"
              hint="Shown as “Book a meeting”."
              inputMode="url"
            />
            <CardField
              name="videoCallLink"
              label="Video call link"
              hint="Shown as “Video call”."
              inputMode="url"
            />
          </Pair>
          <CardField name="address" label="Address" autoComplete="street-address" />
          <Pair>
            <CardField name="city" label="City" autoComplete="address-level2" />
            <CardField name="state" label="State or region" autoComplete="address-level1" />
            <CardField name="zipCode" label="ZIP or postal code" autoComplete="postal-code" />
            <CardField name="country" label="Country" autoComplete="country-name" />
          </Pair>
        </div>
      </Disclosure>
    </div>
  );
}
