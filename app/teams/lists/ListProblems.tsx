import { useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import type { TeamList } from '#shared/teams/lists.ts';
import { Disclosure } from '#ui/Disclosure.tsx';

interface ListProblemsProps {
  problems: NonNullable<TeamList['preview']>['problems'];
  startsOpen?: boolean;
}

/** Lines that become no card, and why. */
export function ListProblems({ problems, startsOpen = false }: ListProblemsProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  if (problems.length === 0) return null;
  return (
    <Disclosure
      isQuiet
      label={`${counted(problems.length, 'line')} without a card`}
      isOpen={isOpen}
      onChange={setIsOpen}
    >
      <ul
        aria-label="Problems by line"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="max-h-72 space-y-1.5 overflow-y-auto text-sm"
      >
        {problems.map(({ line, message }) => (
          <li key={line} className="grid grid-cols-[5rem_1fr] gap-2">
            <span className="text-ink-2 tabular-nums">{`Line ${line.toLocaleString('en-US')}`}</span>
            <span className="wrap-anywhere">{message}</span>
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
