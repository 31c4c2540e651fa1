import { accountHere } from '#app/frame/api/account-here.ts';
import { usePages } from '#app/frame/api/pages.ts';
import { formatMoment } from '#app/frame/dates.ts';
import { PagesDialog } from '#app/frame/ListDialog.tsx';
import { UNDO_DAYS } from '#shared/people/contact-limits.ts';
import type { RecentChange } from '#shared/people/contact-operations.ts';
import { Button } from '#ui/Button.tsx';
import { sayRecentChange } from './change-words.ts';
import { useUndo } from './tools.queries.ts';

/** The changes of many contacts, merges, and updates from senders' cards that can still be undone. */
export function ChangesDialog({ onClose }: { onClose: () => void }) {
  return (
    <PagesDialog
      title="Recent changes"
      description={`Changes of several contacts, merges, and updates from people’s cards. You can undo each for ${UNDO_DAYS} days.`}
      pages={usePages('GET /api/contacts/operations')}
      onClose={onClose}
    >
      {(changes) =>
        changes.length === 0 ? (
          <p className="text-ink-2">
            Nothing to undo. Select contacts to tag, star, or delete them together, and it will show here.
          </p>
        ) : (
          <ul aria-label="Recent changes" className="divide-y divide-line">
            {changes.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ul>
        )
      }
    </PagesDialog>
  );
}

const STATES: Partial<Record<RecentChange['state'], string>> = {
  running: 'In progress',
  undoing: 'Being undone',
  undone: 'Undone',
};

function ChangeRow({ change }: { change: RecentChange }) {
  const undo = useUndo();
  const { id, state, error, createdAt } = change;
  const words = sayRecentChange(change);
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">{words}</p>
        <p className="text-sm text-ink-2">{formatMoment(createdAt)}</p>
        {error && <p className="text-sm text-danger">{error}</p>}
      </div>
      {STATES[state] && !undo.isPending ? (
        <p className="shrink-0 text-sm text-ink-2">{STATES[state]}</p>
      ) : (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Undo: ${words}`}
          isPending={undo.isPending}
          pendingLabel="Undoing..."
          onClick={() => undo.mutate({ id, account: accountHere() })}
        >
          Undo
        </Button>
      )}
    </li>
  );
}
