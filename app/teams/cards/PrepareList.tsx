import { Check, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { CallError } from '#app/frame/api/call.ts';
import { RoleSelect } from '#app/teams/team/RoleSelect.tsx';
import type { GivenRole } from '#app/teams/team/roles.ts';
import type { Invite } from '#shared/teams/claims.ts';
import { INVITES_AT_ONCE } from '#shared/teams/limits.ts';
import { Textarea } from '#ui/Field.tsx';
import { FormButtons } from '#ui/FormButtons.tsx';
import { usePrepareCards } from './invites.queries.ts';
import type { PrepareFormProps } from './prepare-form.ts';
import { type ReadLine, readPeopleList } from './read-people.ts';

const EXAMPLE = 'Grace Hopper, grace@example.com, Rear Admiral\nAlan Turing, alan@example.com';
const FAULT = /^people\.(\d+)\./;

/** The text that is typed, its lines, and sending those that are right. */
function usePeopleList(
  { teamId, onPrepared }: Pick<PrepareFormProps, 'teamId' | 'onPrepared'>,
  role: GivenRole,
) {
  const [text, setText] = useState('');
  /** The server's words about lines, by their text. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const prepare = usePrepareCards(teamId);
  const lines = readPeopleList(text).map((line) => ({
    ...line,
    problem: line.problem ?? refused.get(line.text) ?? null,
  }));
  const good = lines.filter(({ problem }) => problem === null);
  const sendBatch = async (batch: readonly ReadLine[]) => {
    try {
      return await prepare.mutateAsync(batch.map(({ person }) => ({ ...person, role })));
    } catch (error) {
      const faults = error instanceof CallError ? Object.entries(error.fields) : [];
      setRefused(
        new Map(faults.map(([name, why]) => [batch[Number(FAULT.exec(name)?.[1])]?.text ?? '', why])),
      );
      throw error;
    }
  };
  const send = async () => {
    const prepared: Invite[] = [];
    const left = new Set(lines);
    try {
      for (let at = 0; at < good.length; at += INVITES_AT_ONCE) {
        const batch = good.slice(at, at + INVITES_AT_ONCE);
        prepared.push(...(await sendBatch(batch)));
        for (const line of batch) left.delete(line);
      }
    } catch {
      // A message says why; the lines that were not sent stay.
    }
    if (left.size === 0) onPrepared(prepared);
    else setText([...left].map((line) => line.text).join('\n'));
  };
  return { text, setText, lines, ready: good.length, send, isPending: prepare.isPending };
}

/** Prepares cards for the people of a list, which shows as it is typed how each line was understood. */
export function PrepareList({ onCancel, ...place }: PrepareFormProps) {
  const [role, setRole] = useState<GivenRole>('member');
  const { text, setText, lines, ready, send, isPending } = usePeopleList(place, role);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-5">
      <Textarea
        label="People"
        hint="One person a line: name, email, title. You can paste rows from a spreadsheet."
        placeholder={EXAMPLE}
        rows={6}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        data-takes-focus
        // The lines that were sent are taken out of it.
        readOnly={isPending}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {lines.length > 0 && <Preview lines={lines} ready={ready} />}
      <RoleSelect value={role} onChange={({ target }) => setRole(target.value as GivenRole)} />
      <FormButtons
        onCancel={onCancel}
        disabled={ready === 0}
        isPending={isPending}
        pendingLabel="Preparing..."
      >
        {ready > 1 ? `Prepare ${ready} Cards` : 'Prepare Card'}
      </FormButtons>
    </form>
  );
}

/** How the lines were understood, with what is wrong first: that is what the reader can act on. */
function Preview({ lines, ready }: { lines: readonly ReadLine[]; ready: number }) {
  const wrong = lines.length - ready;
  const ordered = [...lines].sort(
    (one, other) => Number(other.problem !== null) - Number(one.problem !== null),
  );
  return (
    <div>
      <p role="status" className="text-sm text-ink-2 tabular-nums">
        {ready} ready{wrong > 0 && `, ${wrong} to fix`}
      </p>
      <ul
        aria-label="How we read your list"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="mt-1 max-h-60 divide-y divide-line overflow-y-auto rounded-control border border-line px-3"
      >
        {ordered.map((line) => (
          <PreviewLine key={line.at} line={line} />
        ))}
      </ul>
    </div>
  );
}

function PreviewLine({ line: { at, text, person, problem } }: { line: ReadLine }) {
  const Icon = problem ? TriangleAlert : Check;
  return (
    <li className="flex gap-2.5 py-2 text-sm wrap-anywhere">
      <Icon size={16} className={`mt-0.5 shrink-0 ${problem ? 'text-danger' : 'text-good'}`} />
      {problem ? (
        <div className="min-w-0">
          <p className="text-danger">
            Line {at}: {problem}
          </p>
          <p className="line-clamp-2 text-ink-2">{text}</p>
        </div>
      ) : (
        <div className="min-w-0">
          <p>
            <span className="font-medium">{person.fullName}</span>
            {person.jobTitle && <span className="text-ink-2"> · {person.jobTitle}</span>}
          </p>
          <p className="text-ink-2">{person.email}</p>
        </div>
      )}
    </li>
  );
}
