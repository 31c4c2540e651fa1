import type { ContactImport } from '#shared/people/import.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { useCancelImport } from './import.queries.ts';
import { sayOutcome } from './import-words.ts';

/** An import that is under way: reading, importing or being taken back. */
export function ImportProgress({ one }: { one: ContactImport }) {
  const { id, fileName, state, rows, progress, undo } = one;
  const cancel = useCancelImport(id);
  const total = state === 'undoing' ? progress.added + progress.filled : (rows ?? 0);
  const done = state === 'undoing' ? undo.removed + undo.kept : progress.done;
  const words = {
    reading: 'Reading the file...',
    running: `${done.toLocaleString()} of ${total.toLocaleString()} rows`,
    undoing: `Undoing ${done.toLocaleString()} of ${total.toLocaleString()}`,
  }[state as 'reading' | 'running' | 'undoing'];
  return (
    <Surface>
      <h2 className="font-display text-xl break-words">{fileName}</h2>
      <div className="mt-4">
        <Progress label={`Import of ${fileName}`} fraction={total > 0 ? done / total : 0} />
      </div>
      <p role="status" className="mt-2 text-sm text-ink-2 tabular-nums">
        {words}
      </p>
      <p className="mt-4 text-sm text-ink-2">
        {state === 'running' && progress.done > 0 && `${sayOutcome(one)}. `}
        You can leave this screen; the import continues.
      </p>
      {state !== 'undoing' && (
        <Button
          variant="secondary"
          className="mt-4"
          isPending={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {state === 'reading' ? 'Discard' : 'Stop'}
        </Button>
      )}
    </Surface>
  );
}
