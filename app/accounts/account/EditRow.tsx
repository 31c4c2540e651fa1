import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { FieldRow } from '#ui/Field.tsx';
import { Saved } from '#ui/Saved.tsx';

interface EditRowProps {
  label: string;
  value: string;
  /** Said under the value. */
  note?: string | undefined;
  /** The button’s words, where they are not Edit or Add. */
  action?: string;
  /** The form that takes the row's place, loaded when Edit is pressed. */
  children: (close: (isSaved?: boolean) => void) => ReactNode;
}

/** A value that is read until Edit is pressed; then it is a field that is saved on its own. */
export function EditRow({ label, value, note, action, children }: EditRowProps) {
  const [state, setState] = useState<'read' | 'edited' | 'saved'>('read');
  const edit = useRef<HTMLButtonElement>(null);
  const isEdited = state === 'edited';
  const wasEdited = useRef(false);
  useEffect(() => {
    if (wasEdited.current && !isEdited) edit.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (isEdited) {
    return <div className="min-h-13">{children((isSaved) => setState(isSaved ? 'saved' : 'read'))}</div>;
  }
  const word = action ?? (value ? 'Edit' : 'Add');
  return (
    <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-4">
      <FieldRow label={label}>
        <p className="wrap-anywhere">
          {value || <span className="text-ink-2">Not added</span>}
          {note && <span className="block text-sm text-ink-2">{note}</span>}
        </p>
      </FieldRow>
      <Saved isSaved={state === 'saved'} />
      <Button
        ref={edit}
        variant="quiet"
        size="small"
        className="-mr-3 font-medium text-ink!"
        aria-label={action ?? `${word} ${label}`}
        onClick={() => setState('edited')}
      >
        {word}
      </Button>
    </div>
  );
}
