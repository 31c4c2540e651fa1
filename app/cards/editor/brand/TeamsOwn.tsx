import { Lock } from 'lucide-react';
import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { Branded } from '#shared/cards/brand.ts';
import { type BrandFieldName, cardField } from '#shared/cards/card-fields.ts';
import { emptyOf } from '#shared/contract/field-kinds.ts';
import { useCardForm } from '../card-form.ts';

interface TeamsOwnProps {
  name: BrandFieldName;
  field: Branded;
  teamName: string;
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Says that the team sets a field, or gives its holder the team's value again. */
export function TeamsOwn({ name, field, teamName }: TeamsOwnProps) {
  const { control, resetField, setValue } = useCardForm();
  const value = useWatch({ control, name });
  const teams = String(field.value ?? emptyOf(cardField(name)) ?? '');
  const isLocked = field.mode === 'locked';
  const isTeams = isSame(value, teams);
  useEffect(() => {
    // Locked while it was being edited, or before a draft of it was opened again.
    if (isLocked && !isTeams) resetField(name, { defaultValue: teams as never });
  }, [isLocked, isTeams, name, resetField, teams]);
  return (
    <p className="mt-1.5 flex min-h-6 items-baseline gap-x-2 text-sm text-ink-2">
      {isLocked ? (
        <>
          <Lock size={14} className="shrink-0 translate-y-0.5" />
          <span className="min-w-0 wrap-anywhere">{teamName} sets this on every card.</span>
        </>
      ) : isTeams ? (
        <span className="min-w-0 wrap-anywhere">From {teamName}</span>
      ) : (
        <button
          type="button"
          className="min-h-6 underline underline-offset-4 hover:text-ink"
          onClick={() => setValue(name, teams as never, { shouldDirty: true, shouldValidate: true })}
        >
          Use {teamName}’s
        </button>
      )}
    </p>
  );
}
