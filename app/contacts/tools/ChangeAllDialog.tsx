import { useState } from 'react';
import { CONTACT_FILTERS, type ContactFilter } from '#app/contacts/contact-filters.ts';
import { TAG_LENGTH_MAX } from '#shared/contact-details.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { useChangeAll } from './tools.queries.ts';

const ACTIONS = {
  tag: 'Add a tag',
  untag: 'Remove a tag',
  favorite: 'Mark as favorites',
  unfavorite: 'No longer favorites',
  delete: 'Delete them',
} as const;
type Action = keyof typeof ACTIONS;

interface ChangeAllProps {
  search: string;
  filter: ContactFilter;
  onClose: () => void;
}

/** Changes all contacts that the list shows; leads stay as they are, and all of it can be undone. */
export function ChangeAllDialog({ search, filter, onClose }: ChangeAllProps) {
  const change = useChangeAll();
  const [action, setAction] = useState<Action>('tag');
  const [tag, setTag] = useState('');
  const needsTag = action === 'tag' || action === 'untag';
  const q = search.trim();
  const shown = CONTACT_FILTERS.find(({ value }) => value === filter)?.label ?? '';
  const save = () =>
    change.mutate(
      {
        action,
        ...(needsTag ? { tag } : {}),
        all: { filter, asOf: new Date().toISOString(), ...(q ? { q } : {}) },
      },
      { onSuccess: onClose },
    );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change all contacts shown"
      description={`${shown}${q ? ` that match “${q}”` : ''}. Leads stay as they are. You can undo it.`}
    >
      <form
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!needsTag || tag.trim()) save();
        }}
      >
        <Select label="Change" value={action} onChange={({ target }) => setAction(target.value as Action)}>
          {(Object.keys(ACTIONS) as Action[]).map((one) => (
            <option key={one} value={one}>
              {ACTIONS[one]}
            </option>
          ))}
        </Select>
        {needsTag && (
          <Input
            label="Tag"
            autoComplete="off"
            maxLength={TAG_LENGTH_MAX}
            value={tag}
            onChange={({ target }) => setTag(target.value)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={action === 'delete' ? 'danger' : 'primary'}
            disabled={needsTag && !tag.trim()}
            isPending={change.isPending}
            pendingLabel="Changing..."
          >
            Change them
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
