import { useState } from 'react';
import { CARD_SECTIONS, type CardSection } from '#shared/cards/card-fields/card-field.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { fieldsIn, useCardForm } from '../card-form.ts';
import { SectionFields } from './SectionFields.tsx';

interface FoldedSectionProps {
  section: Extract<CardSection, 'more' | 'nameParts'>;
  isQuiet?: boolean;
}

/** Fields that most cards leave empty; open when one of them is filled or wrong. */
export function FoldedSection({ section, isQuiet = false }: FoldedSectionProps) {
  const { getValues, formState } = useCardForm();
  const fields = fieldsIn(section);
  const [isOpen, setIsOpen] = useState(() => getValues(fields).some(Boolean));
  const hasError = fields.some((name) => formState.errors[name]);
  const { title, hint } = CARD_SECTIONS[section];
  return (
    <Disclosure label={title} hint={hint} isQuiet={isQuiet} isOpen={isOpen || hasError} onChange={setIsOpen}>
      <SectionFields section={section} />
    </Disclosure>
  );
}
