import type { ContactImport } from '#shared/people/import.ts';
import { Surface } from '#ui/Page.tsx';

type Problems = NonNullable<ContactImport['preview']>['problems'];

const SHOWN = 8;

/** Rows that cannot be imported as they are, by line. */
export function ProblemList({ problems }: { problems: Problems }) {
  return (
    <Surface>
      <h3 className="font-medium">Needs review</h3>
      <ul className="mt-3 space-y-1.5 text-sm" aria-label="Problems by line">
        {problems.slice(0, SHOWN).map(({ line, message }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is shown as it came
          <li key={place} className="grid grid-cols-[5rem_1fr] gap-2">
            <span className="text-ink-2 tabular-nums">{`Line ${line.toLocaleString()}`}</span>
            <span className="break-words">{message}</span>
          </li>
        ))}
      </ul>
      {problems.length > SHOWN && (
        <p className="mt-2 text-sm text-ink-2">Get the full list as CSV after the import.</p>
      )}
    </Surface>
  );
}
