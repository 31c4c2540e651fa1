import { Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useIsReadOnly } from '#app/accounts/auth/TeamChips.tsx';
import type { WholeContact } from '#shared/people/contact-book.ts';
import { TAG_LENGTH_MAX } from '#shared/people/contact-limits.ts';
import { Button } from '#ui/Button.tsx';
import { closeOnEscape } from '#ui/escape.ts';
import { Input } from '#ui/Field.tsx';
import { useChangeContact, useTags } from './person.queries.ts';

/** The tags of a contact, and the way to one more. */
export function Tags({ contact }: { contact: WholeContact }) {
  const change = useChangeContact(contact.id);
  const isReadOnly = useIsReadOnly(contact);
  const [isAdding, setIsAdding] = useState(false);
  const adder = useRef<HTMLButtonElement>(null);
  // The next change begins with the one that is being saved.
  const tags = (change.isPending && change.variables.tags) || contact.tags;
  const remove = (gone: string) => {
    change.mutate({ tags: tags.filter((one) => one !== gone) });
    adder.current?.focus();
  };
  const close = () => {
    setIsAdding(false);
    setTimeout(() => adder.current?.focus());
  };
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {tags.length > 0 && (
        <ul aria-label="Tags" className="contents">
          {tags.map((one) => (
            <li key={one} className="flex items-center rounded bg-line/60 pl-2 text-sm wrap-anywhere">
              {one}
              {isReadOnly ? (
                <span className="min-h-7 w-2" />
              ) : (
                <button
                  type="button"
                  aria-label={`Remove the tag ${one}`}
                  onClick={() => remove(one)}
                  className="grid size-7 shrink-0 place-items-center rounded text-ink-2 hover:text-ink"
                >
                  <X size={14} />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding ? (
        <NewTag
          isPending={change.isPending}
          onAdd={(tag) => change.mutate({ tags: [...tags, tag] }, { onSuccess: close })}
          onClose={close}
        />
      ) : isReadOnly ? null : (
        <button
          ref={adder}
          type="button"
          onClick={() => setIsAdding(true)}
          className="inline-flex min-h-7 items-center gap-1 rounded text-sm text-ink-2 hover:text-ink"
        >
          <Plus size={14} />
          Add tag
        </button>
      )}
    </div>
  );
}

interface NewTagProps {
  isPending: boolean;
  onAdd: (tag: string) => void;
  onClose: () => void;
}

/** The owner's other tags are suggested. */
function NewTag({ isPending, onAdd, onClose }: NewTagProps) {
  const { data: known } = useTags();
  const [tag, setTag] = useState('');
  const list = useId();
  return (
    <form
      className="flex w-full items-center gap-2 *:first:min-w-0 *:first:flex-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim()) onAdd(tag);
      }}
      onKeyDown={closeOnEscape(onClose)}
    >
      <Input
        label="New tag"
        isLabelHidden
        placeholder="New tag"
        autoFocus
        list={list}
        autoComplete="off"
        maxLength={TAG_LENGTH_MAX}
        value={tag}
        onChange={(event) => setTag(event.target.value)}
      />
      <datalist id={list}>
        {known?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <Button type="submit" variant="secondary" disabled={!tag.trim()} isPending={isPending}>
        Add Tag
      </Button>
      <Button variant="quiet" aria-label="Cancel" className="px-3!" onClick={onClose}>
        <X size={16} />
      </Button>
    </form>
  );
}
