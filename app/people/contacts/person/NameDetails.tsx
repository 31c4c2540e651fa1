import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { each } from '#shared/contract/field-kinds.ts';
import { NAME_FIELDS } from '#shared/names/name-parts.ts';
import { nameParts } from '#shared/names/names.ts';
import { CONTACT_FIELDS, contactField } from '#shared/people/contact-fields.ts';
import { Button } from '#ui/Button.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { TYPED } from './DetailsFields.tsx';
import type { DetailsForm } from './details-form.ts';

const PARTS = NAME_FIELDS.filter((name) => name !== 'nameOrder');

/** The parts of the name, quietly: most people never open them. The guess stands in the empty ones. */
export function NameDetails({ form }: { form: UseFormReturn<DetailsForm> }) {
  const [isOpen, setIsOpen] = useState(false);
  const { errors } = form.formState;
  const names = ['fullName', ...NAME_FIELDS] as const;
  const watched = useWatch({ control: form.control, name: names });
  const typed = each(names, (name) => watched[names.indexOf(name)] ?? '');
  const guessed = nameParts({
    ...typed,
    fullName: typed.fullName,
    nameOrder: form.getValues('nameOrder') || null,
  });
  return (
    <Disclosure
      isQuiet
      label="Name details"
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
            {...TYPED}
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

interface PronunciationQuestionProps {
  said: string;
  isPending: boolean;
  onAnswer: (isKept: boolean) => void;
}

const takeFocus = (question: HTMLElement | null) => question?.focus();

/** Only a person can tell whether a changed name is still pronounced as before. */
export function PronunciationQuestion({ said, isPending, onAnswer }: PronunciationQuestionProps) {
  return (
    // The button that had the focus is gone, and the question stands where it was or below the edge.
    <div ref={takeFocus} tabIndex={-1} role="alert" className="space-y-3 outline-none">
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
