import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { each } from '#shared/contract/field-kinds.ts';
import { dropStaleParts } from '#shared/names/names.ts';
import { Button } from '#ui/Button.tsx';
import { useCardForm } from '../card-form.ts';

const PHONETIC = ['phoneticGivenName', 'phoneticFamilyName'] as const;
type PhoneticName = (typeof PHONETIC)[number];

/** The phonetic parts that were kept of another name, now that the full name is typed anew. */
function useDoubtfulParts(): PhoneticName[] {
  const { control, formState } = useCardForm();
  const { defaultValues, dirtyFields } = formState;
  const fullName = useWatch({ control, name: 'fullName' });
  useWatch({ control, name: PHONETIC });
  const kept = defaultValues?.fullName;
  if (!kept || !fullName.trim()) return [];
  const said = each(PHONETIC, (name) => defaultValues?.[name]);
  const { doubtful } = dropStaleParts(fullName, { fullName: kept, ...said }, {});
  return doubtful.filter((name) => !dirtyFields[name]);
}

/** Asks what only a person can tell: whether a changed name is still said as before. */
export function PhoneticQuestion() {
  const { getValues, setValue, setFocus } = useCardForm();
  const [isAnswered, setIsAnswered] = useState(false);
  const doubtful = useDoubtfulParts();
  if (isAnswered || doubtful.length === 0) return null;
  const close = () => {
    setIsAnswered(true);
    // The pressed button is gone.
    setFocus('fullName');
  };
  const remove = () => {
    for (const name of doubtful) setValue(name, '', { shouldDirty: true });
    close();
  };
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-surface border border-line bg-surface px-4 py-3 text-sm"
    >
      <p>
        The name changed. Is it still pronounced “<bdi>{getValues(doubtful).join(' ')}</bdi>”?
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={close}>
          Keep it
        </Button>
        <Button variant="secondary" size="small" onClick={remove}>
          Remove it
        </Button>
      </div>
    </div>
  );
}
