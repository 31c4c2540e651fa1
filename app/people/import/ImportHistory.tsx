import { counted } from '#app/frame/counted.ts';
import { formatDay, formatMoment } from '#app/frame/dates.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { ContactImport } from '#shared/people/import.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { useSaveProblems, useUndoImport } from './import.queries.ts';
import { hasProblems, sayOutcome } from './import-words.ts';

/** The imports of the last 30 days: what each did, what it could not, and the way back. */
export function ImportHistory({ imports }: { imports: ContactImport[] }) {
  const shown = imports.filter(({ state, progress }) => state !== 'canceled' || progress.done > 0);
  if (shown.length === 0) return null;
  return (
    <section>
      <h2 className="font-display text-xl">Your imports</h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {shown.map((one) => (
          <Past key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

function Past({ one }: { one: ContactImport }) {
  const { id, fileName, state, createdAt, undoUntil } = one;
  const undo = useUndoImport(id);
  const problems = useSaveProblems(id);
  return (
    <li className="py-4">
      <p className="font-medium break-words">{fileName}</p>
      <p className={`text-sm ${state === 'failed' ? 'text-danger' : ''}`}>{sayOutcome(one)}</p>
      <PhotoLine one={one} />
      <p className="mt-1 text-sm text-ink-2">
        {formatMoment(createdAt)}
        {undoUntil && ` · can be undone until ${formatDay(undoUntil)}`}
      </p>
      <div className="-mx-3 mt-1 flex flex-wrap">
        {state === 'done' && (
          <Link to={paths.contacts} className={buttonClass('quiet', 'small')}>
            Go to My Contacts
          </Link>
        )}
        {hasProblems(one) && (
          <Button
            variant="quiet"
            size="small"
            isPending={problems.isPending}
            onClick={() => problems.mutate()}
          >
            Problems as CSV
          </Button>
        )}
        {undoUntil && (
          <Button
            variant="quiet"
            size="small"
            isPending={undo.isPending}
            aria-label={`Undo the import of ${fileName}`}
            onClick={() => undo.mutate()}
          >
            Undo
          </Button>
        )}
      </div>
    </li>
  );
}

function PhotoLine({ one: { state, photos } }: { one: ContactImport }) {
  if (state !== 'done' || photos.wanted === 0) return null;
  const isComing = photos.done + photos.leftOut < photos.wanted && !photos.note;
  const text = isComing
    ? `Adding photos: ${photos.done} of ${photos.wanted}`
    : [photos.done > 0 && counted(photos.done, 'photo'), photos.leftOut > 0 && `${photos.leftOut} skipped`]
        .filter(Boolean)
        .join(', ');
  return (
    <p className="text-sm text-ink-2">
      {text}
      {photos.note && `. ${photos.note}`}
    </p>
  );
}
