import { Star, StarOff, Tag, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { ALL_TICKS, isTicked } from '#app/people/contacts/review/choose-unreviewed.ts';
import type { Selection } from '#app/people/contacts/use-selection.ts';
import type { ContactFilter } from '#shared/people/contact-filters.ts';
import { CHOSEN_MAX } from '#shared/people/contact-limits.ts';
import type { Person } from '#shared/people/contacts.ts';
import { Button } from '#ui/Button.tsx';
import { DeleteManyDialog } from './DeleteManyDialog.tsx';
import { TagDialog } from './TagDialog.tsx';
import { type Change, useChangeMany } from './tools.queries.ts';

const ICON = { size: 16, className: 'max-sm:hidden' } as const;

interface SelectionBarProps {
  /** The search, filter and tag of the list. */
  list: { search: string; filter: ContactFilter; tag: string };
  selection: Selection;
  people: readonly Person[];
  /** Without the bar, which could not be loaded. */
  onClose: () => void;
  /** Focus was in the bar. */
  onDone: () => void;
}

/** The actions on the selected contacts, all of which can be undone. */
export function SelectionBar({ list, selection, people, onDone }: SelectionBarProps) {
  const { ticks } = selection;
  const { isAll, ids } = ticks;
  const change = useChangeMany();
  const [dialog, setDialog] = useState<'tag' | 'untag' | 'delete' | null>(null);
  const [asOf, setAsOf] = useState('');
  const isNobody = !isAll && ids.size === 0;
  const isTooMany = ids.size > CHOSEN_MAX;
  const close = () => setDialog(null);
  const apply = (what: Change) => {
    const { search, filter, tag } = list;
    const q = search.trim();
    const all = { filter, asOf, ...(q && { q }), ...(tag && { tag }) };
    const choice = isAll ? { all, ...(ids.size > 0 && { except: [...ids] }) } : { ids: [...ids] };
    change.mutate({ ...what, ...choice }, { onSuccess: onDone, onSettled: close });
  };
  const words = selectedAs(selection);
  const areFavorites = list.filter === 'favorites';
  const isDisabled = isNobody || isTooMany || change.isPending;
  const action = { variant: 'quiet', size: 'small', disabled: isDisabled } as const;
  return (
    <section
      aria-label="Selected contacts"
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-3"
    >
      <p role="status" className="min-w-0 text-sm font-medium tabular-nums">
        {isTooMany ? `Select at most ${CHOSEN_MAX.toLocaleString()} one by one` : words}
      </p>
      <div className="-mr-3 flex shrink-0 sm:order-last">
        {!isAll && (
          <Button
            variant="quiet"
            size="small"
            disabled={people.length === 0}
            onClick={() => {
              setAsOf(justAfter(people[0]));
              selection.setTicks(ALL_TICKS);
            }}
          >
            Select all matches
          </Button>
        )}
        <Button variant="quiet" size="small" aria-label="Stop selecting" onClick={onDone}>
          <X {...ICON} className="" />
        </Button>
      </div>
      <div className="-mx-3 flex flex-wrap max-sm:w-full sm:mr-auto sm:ml-0">
        <Button {...action} onClick={() => setDialog('tag')}>
          <Tag {...ICON} />
          Tag
        </Button>
        <Button {...action} onClick={() => setDialog('untag')}>
          Remove Tag
        </Button>
        <Button {...action} onClick={() => apply({ action: areFavorites ? 'unfavorite' : 'favorite' })}>
          {areFavorites ? <StarOff {...ICON} /> : <Star {...ICON} />}
          {areFavorites ? 'Remove star' : 'Favorite'}
        </Button>
        <Button {...action} className="text-danger!" onClick={() => setDialog('delete')}>
          <Trash2 {...ICON} />
          Delete
        </Button>
      </div>
      {(dialog === 'tag' || dialog === 'untag') && (
        <TagDialog
          kind={dialog}
          words={words}
          shared={tagsOf(people.filter(({ id, isLead }) => !isLead && isTicked(ticks, id)))}
          isPending={change.isPending}
          onChoose={(tag) => apply({ action: dialog, tag })}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <DeleteManyDialog
          words={words}
          isPending={change.isPending}
          onDelete={() => apply({ action: 'delete' })}
          onClose={close}
        />
      )}
    </section>
  );
}

/** The newest of the list and all before: nobody who comes later is among all. The server's clock may keep microseconds. */
const justAfter = (newest: Person | undefined): string =>
  new Date(newest ? Date.parse(newest.createdAt) + 1 : Date.now()).toISOString();

/** "3 selected", "All 60 selected", "All that match, but 2" */
function selectedAs({ ticks: { isAll, ids }, total }: Selection): string {
  if (!isAll) return ids.size === 0 ? 'None selected' : `${ids.size.toLocaleString()} selected`;
  if (total !== undefined) {
    const left = Math.max(0, total - ids.size);
    return ids.size === 0 ? `All ${left.toLocaleString()} selected` : `${left.toLocaleString()} selected`;
  }
  return ids.size === 0 ? 'All matches selected' : `All except ${ids.size.toLocaleString()}`;
}

const tagsOf = (people: readonly Person[]): string[] =>
  [...new Set(people.flatMap(({ tags = [] }) => tags))].sort((one, other) => one.localeCompare(other));
