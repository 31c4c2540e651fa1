import { useState } from 'react';
import { CARD_SECTIONS } from '#shared/card-fields/card-field.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { fieldsIn, useCardForm } from './card-form.ts';
import { SectionFields } from './SectionFields.tsx';

const FIELDS = fieldsIn('more');

/** The fields that most cards leave empty; open when one of them is filled or wrong. */
export function MoreDetails() {
  const { getValues, formState } = useCardForm();
  const [isOpen, setIsOpen] = useState(() => getValues(FIELDS).some(Boolean));
  const hasError = FIELDS.some((name) => formState.errors[name]);
  const { title, hint } = CARD_SECTIONS.more;
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Disclosure label={title} hint={hint} isOpen={isOpen || hasError} onChange={setIsOpen}>
        <SectionFields section="more" />
      </Disclosure>
    </div>
  );
}
