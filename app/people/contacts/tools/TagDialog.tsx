import { useId, useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { useTags } from '#app/people/contacts/person/person.queries.ts';
import { TAG_LENGTH_MAX } from '#shared/people/contact-limits.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { UNDO_THERE } from './change-words.ts';

interface TagDialogProps {
  kind: 'tag' | 'untag';
  /** Who is selected. */
  words: string;
  /** The tags that those on screen have; they come first. */
  shared: readonly string[];
  isPending: boolean;
  onChoose: (tag: string) => void;
  onClose: () => void;
}

/** Which tag the selected contacts get or lose. */
export function TagDialog({ kind, words, shared, isPending, onChoose, onClose }: TagDialogProps) {
  const { data: known, error, refetch } = useTags();
  const list = useId();
  const names = [...new Set([...(kind === 'untag' ? shared : []), ...(known ?? []).map(({ name }) => name)])];
  const [typed, setTyped] = useState('');
  const tag = typed.trim() || (kind === 'untag' ? (names[0] ?? '') : '');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={kind === 'tag' ? 'Add a tag' : 'Remove a tag'}
      description={`${words}. ${UNDO_THERE}`}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (tag) onChoose(tag);
        }}
      >
        {kind === 'tag' ? (
          <>
            <Input
              label="Tag"
              list={list}
              autoComplete="off"
              maxLength={TAG_LENGTH_MAX}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
            <datalist id={list}>
              {names.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </>
        ) : names.length > 0 ? (
          <Select label="Tag" value={tag} onChange={({ target }) => setTyped(target.value)}>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </Select>
        ) : known ? (
          <p className="text-ink-2">You have no tags yet.</p>
        ) : error ? (
          <LoadFailed error={error} retry={refetch} />
        ) : (
          <Skeleton className="h-11" />
        )}
        <FormButtons onCancel={onClose} disabled={!tag} isPending={isPending} pendingLabel="Changing...">
          {kind === 'tag' ? 'Add Tag' : 'Remove Tag'}
        </FormButtons>
      </form>
    </Dialog>
  );
}
