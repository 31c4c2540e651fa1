import { Button } from '#ui/Button.tsx';

/** Says that unsaved changes were restored, and how to discard them. */
export function DraftNotice({ isStale, onDiscard }: { isStale: boolean; onDiscard: () => void }) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-surface border border-line bg-surface px-4 py-3 text-sm"
    >
      <p>
        We restored your unsaved changes.
        {isStale && ' The card was changed elsewhere since: saving puts these in the place of those.'}
      </p>
      <Button variant="secondary" size="small" onClick={onDiscard}>
        Discard them
      </Button>
    </div>
  );
}
