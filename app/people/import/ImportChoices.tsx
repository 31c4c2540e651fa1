import { type ReactNode, Suspense, useId, useState } from 'react';
import { counted } from '#app/frame/counted.ts';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useContactSummary } from '#app/people/contacts/contacts.queries.ts';
import { canGrow } from '#shared/people/contact-room.ts';
import type { ContactImport, DuplicateChoice } from '#shared/people/import.ts';
import { Button } from '#ui/Button.tsx';
import { Input } from '#ui/Field.tsx';
import { keepPlace } from '#ui/keep-place.ts';
import { Surface } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useCancelImport, useStartImport } from './import.queries.ts';
import { whatItIs } from './import-words.ts';
import { ProblemList } from './ProblemList.tsx';

const ColumnList = lazyAddition(async () => (await import('./ColumnList.tsx')).ColumnList);

const CHOICES: { value: DuplicateChoice; label: string; hint: string }[] = [
  { value: 'skip', label: 'Skip them', hint: 'Your contacts stay as they are.' },
  { value: 'fill', label: 'Fill in what’s missing', hint: 'Keeps what you have.' },
  { value: 'add', label: 'Add them anyway', hint: 'This may create duplicates.' },
];

/** The second step: what would happen, and what the owner decides about it. */
export function ImportChoices({ one }: { one: ContactImport }) {
  const { id, fileName, columns, preview } = one;
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('skip');
  const [tags, setTags] = useState('');
  const start = useStartImport(id);
  const cancel = useCancelImport(id);
  const people = preview ? preview.newPeople + (duplicates === 'skip' ? 0 : preview.duplicates) : 0;
  const begin = () => {
    keepFocus();
    const names = tags.split(',').map((tag) => tag.trim());
    start.mutate({ duplicates, tags: names.filter(Boolean) });
  };
  const discard = () => {
    keepFocus();
    cancel.mutate();
  };
  return (
    <div className="space-y-8">
      <section>
        <h2 className="font-display text-xl break-words">{fileName}</h2>
        <p role="status" className="mt-1 text-ink-2">
          {whatItIs(one)}
          {preview ? `: ${summaryOf(preview)}` : '. Looking at it...'}
        </p>
      </section>
      {columns.length > 0 && (
        <Suspense fallback={<Skeleton className="h-64 rounded-surface!" />}>
          <ColumnList one={one} />
        </Suspense>
      )}
      {preview && preview.people.length > 0 && <FirstPeople preview={preview} />}
      {preview && preview.problems.length > 0 && <ProblemList problems={preview.problems} />}
      {preview && preview.duplicates > 0 && (
        <Choice
          legend={`${counted(preview.duplicates, 'person is', 'people are')} already among your contacts, or in this file twice`}
        >
          {CHOICES.map(({ value, label, hint }) => (
            <label key={value} className="flex min-h-11 cursor-pointer items-start gap-3 py-2">
              <input
                type="radio"
                name="duplicates"
                value={value}
                checked={duplicates === value}
                onChange={() => setDuplicates(value)}
                className="mt-0.5 size-5 shrink-0 accent-ink"
              />
              <span>
                {label}
                <span className="block text-sm text-ink-2">{hint}</span>
              </span>
            </label>
          ))}
        </Choice>
      )}
      <Input
        label="Tags for everyone"
        hint="Separated by commas, like Trade fair, 2026"
        autoComplete="off"
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
      {preview && <RoomLeft newPeople={duplicates === 'add' ? people : preview.newPeople} />}
      <div className="flex flex-wrap gap-3">
        <Button
          disabled={people === 0}
          isPending={start.isPending}
          pendingLabel="Starting..."
          onClick={begin}
        >
          {`Import ${counted(people, 'person', 'people')}`}
        </Button>
        <Button variant="secondary" isPending={cancel.isPending} onClick={discard}>
          Discard
        </Button>
      </div>
    </div>
  );
}

/** The pressed button goes with this step. */
const keepFocus = () => keepPlace(document.activeElement)();

/** Says before the import how many fit, if not all. */
function RoomLeft({ newPeople }: { newPeople: number }) {
  const use = useContactSummary().data?.use;
  if (!use) return null;
  const left = use.bytes >= use.bytesMax ? 0 : Math.max(0, use.peopleMax - use.people);
  if (newPeople <= left) return null;
  return (
    <p role="status" className="text-sm text-ink-2">
      {left === 0
        ? 'Your contacts are full: no one new can be imported. '
        : `Only ${left.toLocaleString()} more fit; the other rows are listed afterward. `}
      {canGrow(use)
        ? 'Export and delete some contacts first, or subscribe for more room.'
        : 'Export and delete some contacts first.'}
    </p>
  );
}

function summaryOf({ newPeople, duplicates, errors, photos }: NonNullable<ContactImport['preview']>): string {
  return [
    `${newPeople.toLocaleString()} new`,
    duplicates > 0 && counted(duplicates, 'duplicate'),
    errors > 0 && counted(errors, 'unreadable row'),
    photos > 0 && counted(photos, 'photo'),
  ]
    .filter(Boolean)
    .join(', ');
}

function Choice({ legend, children }: { legend: string; children: ReactNode }) {
  const id = useId();
  return (
    <div role="radiogroup" aria-labelledby={id}>
      <p id={id} className="mb-1 font-medium">
        {legend}
      </p>
      {children}
    </div>
  );
}

function FirstPeople({ preview }: { preview: NonNullable<ContactImport['preview']> }) {
  return (
    <Surface>
      <h3 className="font-medium">Preview</h3>
      <ul className="mt-3 divide-y divide-line">
        {preview.people.map(({ line, fullName, emails, phones, company, jobTitle, isDuplicate }) => (
          <li key={line} className="py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <span className="min-w-0 font-medium wrap-anywhere">{fullName}</span>
              {isDuplicate && <span className="text-sm text-gold-ink">duplicate</span>}
            </p>
            <p className="text-sm wrap-anywhere text-ink-2">
              {[jobTitle, company, ...emails, ...phones].filter(Boolean).join(' · ') || 'Only a name'}
            </p>
          </li>
        ))}
      </ul>
    </Surface>
  );
}
