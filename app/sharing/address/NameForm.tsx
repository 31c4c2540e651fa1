import { Check } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { useDebounced } from '#app/frame/use-debounced.ts';
import type { NameCheck } from '#shared/accounts/aliases.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { keepPlace } from '#ui/keep-place.ts';
import { useNameCheck, useSetName } from './aliases.queries.ts';

interface NameFormProps {
  cardId: string;
  /** The card's name now. */
  current: string | null;
}

/** Chooses the name of a card, and tells while it is typed whether it is free. */
export function NameForm({ cardId, current }: NameFormProps) {
  const [name, setName] = useState('');
  const typed = useDebounced(name.trim());
  const { data: check, isPlaceholderData, isFetching } = useNameCheck(cardId, typed);
  const set = useSetName(cardId);
  const isSettled = typed === name.trim() && !isPlaceholderData && !isFetching;
  const shown = typed && isSettled && check ? check : null;
  const refused = set.error instanceof CallError ? set.error.fields.name : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return;
    // Another form takes this one's place once the card has the name.
    keepPlace(document.activeElement)();
    set.mutate({ name }, { onSuccess: () => setName('') });
  };
  const change = (text: string) => {
    set.reset();
    setName(text);
  };
  const isTaken = refused ?? (shown && !shown.isFree ? (shown.problem ?? undefined) : undefined);
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <Input
        label={current === null ? 'Name' : 'Another name'}
        placeholder="ada-king"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        value={name}
        error={isTaken}
        hint={
          <>
            {window.location.host}/c/
            <bdi className="font-medium text-ink">{shown?.name || name.trim() || 'ada-king'}</bdi>
          </>
        }
        onChange={({ target }) => change(target.value)}
      />
      <Free check={shown} onSuggest={change} />
      <div>
        <Button
          type="submit"
          variant={current === null ? 'primary' : 'secondary'}
          disabled={!name.trim() || shown?.isFree === false}
          isPending={set.isPending}
          pendingLabel="Saving..."
        >
          {current === null ? 'Use this name' : 'Change name'}
        </Button>
      </div>
    </form>
  );
}

/** Announced politely, so that typing is not interrupted. */
function Free({ check, onSuggest }: { check: NameCheck | null; onSuggest: (name: string) => void }) {
  const suggestion = check?.suggestion;
  return (
    <div aria-live="polite" className="text-sm empty:hidden">
      {check?.isFree && (
        <p className="flex items-center gap-1.5 text-good">
          <Check size={18} />
          {check.name} is free.
        </p>
      )}
      {suggestion && (
        <Button variant="secondary" size="small" onClick={() => onSuggest(suggestion)}>
          Take {suggestion} instead
        </Button>
      )}
    </div>
  );
}
