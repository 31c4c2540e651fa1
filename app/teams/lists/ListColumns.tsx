import { useState } from 'react';
import { LIST_TARGETS, type ListTarget, type TeamList } from '#shared/teams/lists.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import { Select } from '#ui/Field.tsx';
import { TARGET_LABELS } from './list-words.ts';
import { useMapList } from './lists.queries.ts';

/** The meaning of each column as we understood it; a correction makes the preview again. */
export function ListColumns({ list: { id, columns, preview }, teamId }: { list: TeamList; teamId: string }) {
  const [targets, setTargets] = useState(() => columns.map(({ target }) => target));
  const [isOpen, setIsOpen] = useState(preview?.ready === 0);
  const map = useMapList(teamId, id);
  const choose = (place: number, target: ListTarget) => {
    // Each field has one column.
    const next = targets.map((one, at) => (at === place ? target : one === target ? 'skip' : one));
    setTargets(next);
    // A choice that is refused is shown no longer.
    map.mutate(next, { onError: () => setTargets(columns.map(({ target: stored }) => stored)) });
  };
  return (
    <Disclosure isQuiet label="Columns" isOpen={isOpen} onChange={setIsOpen}>
      <ul className="divide-y divide-line">
        {columns.map(({ heading, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading, and none moves
          <li key={place} className="grid gap-2 py-3 sm:grid-cols-2 sm:items-center sm:gap-6">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">{heading}</p>
              <p className="truncate text-sm text-ink-2">{samples.join(' · ') || 'Empty'}</p>
            </div>
            <Select
              label={`Column ${heading}`}
              isLabelHidden
              value={targets[place]}
              onChange={({ target }) => choose(place, target.value as ListTarget)}
            >
              {LIST_TARGETS.map((target) => (
                <option key={target} value={target}>
                  {TARGET_LABELS[target]}
                </option>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
