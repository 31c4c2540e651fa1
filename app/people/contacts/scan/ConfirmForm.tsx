import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '#app/frame/api/form-errors.ts';
import { lateCheck } from '#app/frame/api/late-check.ts';
import { CONTACT_FIELDS } from '#shared/people/contact-fields.ts';
import { Button } from '#ui/Button.tsx';
import { Input, Textarea } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { useAddContact } from '../add-contact.queries.ts';
import { useNotesHint } from '../notes-hint.ts';
import { withMissingDot } from './lines/missing-dot.ts';
import { OtherLines } from './OtherLines.tsx';
import { ReadAgain } from './ReadAgain.tsx';
import type { ScanLanguage } from './reader/messages.ts';
import { moveLine, SCAN_LABELS, type ScanField, type Scanned, type ScanValues } from './scanned-contact.ts';

const NARROW: readonly ScanField[] = ['phone', 'phone2', 'postalCode', 'city', 'region', 'country'];
const TYPES: Partial<Record<ScanField, string>> = {
  email: 'email',
  email2: 'email',
  phone: 'tel',
  phone2: 'tel',
  fax: 'tel',
  website: 'url',
};
const LINES = (Object.keys(SCAN_LABELS) as ScanField[]).filter((name) => name !== 'notes');
const checkScan = lateCheck(async () => (await import('./check-scan.ts')).checkScan);

interface ConfirmFormProps {
  values: ScanValues;
  /** Lines of the card that found no field. */
  left: readonly string[];
  /** Who read it, as a sentence; null if nobody did. */
  by: string | null;
  /** The text recognized on this device, where small dots are easily missed; null otherwise. */
  text: string | null;
  /** Those in which it was read. */
  languages: ScanLanguage[];
  /** The photo was turned since. */
  isTurned: boolean;
  onReadAgain: (languages: ScanLanguage[], typed: Scanned) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** The details read, field by field, for the owner to confirm. */
export function ConfirmForm({ values, left, by, text, onSaved, onCancel, ...reading }: ConfirmFormProps) {
  const add = useAddContact();
  const form = useForm({ defaultValues: values, resolver: checkScan });
  // The button that was pressed last is gone. Focus on a field would open a phone's keyboard over the photo.
  const start = useRef<HTMLParagraphElement>(null);
  useEffect(() => start.current?.focus({ preventScroll: true }), []);
  const { errors } = form.formState;
  const dotted = text === null ? null : withMissingDot(form.watch('email'), form.watch('fullName'));
  const [lines, setLines] = useState(() => [...new Set(left)]);
  const use = (line: string, field: ScanField) => {
    const moved = moveLine(lines, line, field, form.getValues(field).trim());
    form.setValue(field, moved.text, { shouldDirty: true });
    setLines([...new Set(moved.lines)]);
    form.setFocus(field);
  };
  const save = form.handleSubmit((confirmed) =>
    add.mutate(confirmed, {
      onSuccess: onSaved,
      onError: (error) => showFieldErrors(error, form.setError),
    }),
  );
  return (
    <div className="space-y-5">
      {/* Beside the form: Enter at a language does not save. */}
      {text !== null && (
        <ReadAgain
          text={text}
          readIn={reading.languages}
          isTurned={reading.isTurned}
          onRead={(spoken) => reading.onReadAgain(spoken, { values: form.getValues(), left: lines })}
        />
      )}
      <form className="space-y-5" onSubmit={(event) => void save(event)} noValidate>
        <p ref={start} tabIndex={-1} className="text-ink-2 outline-none wrap-anywhere">
          {by} Compare each field with the photo.
        </p>
        <div className="grid grid-cols-2 gap-4">
          {LINES.map((name) => (
            <div
              key={name}
              className={NARROW.includes(name) ? 'col-span-2 min-[400px]:col-span-1' : 'col-span-2'}
            >
              <Input
                label={SCAN_LABELS[name]}
                type={TYPES[name] ?? 'text'}
                autoComplete="off"
                placeholder="Not found"
                error={errors[name]?.message}
                {...form.register(name)}
              />
              {name === 'email' && dotted && (
                <div className="mt-1.5 space-y-1 text-sm text-ink-2">
                  <p role="status">A dot may be missing. Compare it with the photo.</p>
                  <Button variant="quiet" size="small" onClick={() => use(dotted, 'email')}>
                    <span className="wrap-anywhere whitespace-normal">Use {dotted}</span>
                  </Button>
                </div>
              )}
            </div>
          ))}
          <div className="col-span-2">
            <Textarea
              label={SCAN_LABELS.notes}
              hint={useNotesHint()}
              maxLength={CONTACT_FIELDS.notes.max}
              error={errors.notes?.message}
              {...form.register('notes')}
            />
          </div>
        </div>
        <OtherLines lines={lines} onUse={use} />
        <FormButtons onCancel={onCancel} isPending={add.isPending}>
          Add to contacts
        </FormButtons>
      </form>
    </div>
  );
}
