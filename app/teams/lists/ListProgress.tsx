import type { TeamList } from '#shared/teams/lists.ts';
import { Button } from '#ui/Button.tsx';
import { Surface } from '#ui/Page.tsx';
import { Progress } from '#ui/Progress.tsx';
import { useCancelList } from './lists.queries.ts';

/** A list that is read, worked off or taken back. */
export function ListProgress({ list, teamId }: { list: TeamList; teamId: string }) {
  const { id, fileName, state, rows, progress, undo } = list;
  const cancel = useCancelList(teamId, id);
  const isBack = state === 'undoing';
  const total = isBack ? progress.prepared : (rows ?? 0);
  const done = isBack ? undo.removed + undo.kept : progress.done;
  const place = `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`;
  return (
    <Surface>
      <h3 className="font-display text-lg wrap-anywhere">{fileName}</h3>
      <div className="mt-4">
        <Progress label={`Progress of ${fileName}`} fraction={total > 0 ? done / total : 0} />
      </div>
      <p role="status" className="mt-2 text-sm text-ink-2 tabular-nums">
        {state === 'reading' ? 'Reading the file...' : isBack ? `Taking back ${place}` : `${place} people`}
      </p>
      <p className="mt-3 text-sm text-ink-2">You can leave this screen; it continues.</p>
      {!isBack && (
        <Button
          variant="secondary"
          size="small"
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
