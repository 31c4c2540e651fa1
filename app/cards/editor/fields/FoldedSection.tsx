import { useState } from 'react';
import type { CardFieldName } from '#shared/cards/card-fields.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { useCardForm } from '../card-form.ts';
import { SectionFields } from './SectionFields.tsx';

interface FoldedSectionProps {
  title: string;
  hint?: string;
  names: readonly CardFieldName[];
  isQuiet?: boolean;
}

/** Fields that most cards leave empty. Those that were filled stand above the fold; it opens for one that is wrong. */
export function FoldedSection({ title, hint, names, isQuiet }: FoldedSectionProps) {
  const { getValues, formState } = useCardForm();
  const [filled] = useState(() => names.filter((name) => getValues(name)));
  const [isOpen, setIsOpen] = useState(false);
  const folded = names.filter((name) => !filled.includes(name));
  const hasError = folded.some((name) => formState.errors[name]);
  return (
    <div className="space-y-5">
      {filled.length > 0 && <SectionFields names={filled} />}
      {folded.length > 0 && (
        <Disclosure
          label={title}
          hint={hint}
          isQuiet={isQuiet}
          isOpen={isOpen || hasError}
          onChange={setIsOpen}
        >
          <SectionFields names={folded} />
        </Disclosure>
      )}
    </div>
  );
}
