import { useState } from 'react';
import type { ContactImport, ImportTarget } from '#shared/import.ts';
import { Select } from '#ui/Field.tsx';
import { Surface } from '#ui/Page.tsx';
import { useMapColumns } from './import.queries.ts';
import { TARGET_GROUPS } from './import-words.ts';

/** What each column is, as we understood it; the owner may correct it, and the preview is made again. */
export function ColumnList({ one: { id, columns } }: { one: ContactImport }) {
  const [targets, setTargets] = useState(() => columns.map(({ target }) => target));
  const map = useMapColumns(id);
  const choose = (place: number, target: ImportTarget) => {
    const next = targets.map((one, at) => (at === place ? target : one));
    setTargets(next);
    map.mutate(next);
  };
  return (
    <Surface>
      <h3 className="font-medium">Match the columns</h3>
      <ul className="mt-2 divide-y divide-line">
        {columns.map(({ heading, samples }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same heading, and none moves
          <li key={place} className="grid gap-2 py-3 sm:grid-cols-2 sm:items-center sm:gap-6">
            <div className="min-w-0">
              <p className="font-medium break-words">{heading}</p>
              <p className="truncate text-sm text-ink-2">{samples.join(' · ') || 'Empty'}</p>
            </div>
            <Select
              label={`Column ${heading}`}
              isLabelHidden
              value={targets[place]}
              onChange={(event) => choose(place, event.target.value as ImportTarget)}
            >
              {TARGET_GROUPS.map(([group, options]) => (
                <optgroup key={group} label={group}>
                  {options.map(([value, label]) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </optgroup>
              ))}
            </Select>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
