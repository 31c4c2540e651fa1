import { useId, useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { OpenMark } from '#ui/Disclosure.tsx';
import { useUnreviewedCount } from './unreviewed.queries.ts';

/** The list is loaded when it is opened: most owners never need it. */
const UnreviewedPanel = lazyDialog(async () => (await import('./UnreviewedPanel.tsx')).UnreviewedPanel);

/** Submissions waiting for review, collapsed; renders nothing if there are none. */
export function Unreviewed() {
  const count = useUnreviewedCount();
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  // Once open it stays open, so that reviewing the last one does not make the layout jump under the pointer.
  if (count === 0 && !isOpen) return null;
  return (
    <section aria-label="Unreviewed" className="mb-4 rounded-surface border border-line bg-surface px-5">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-14 w-full items-center justify-between gap-4 rounded-control py-3 text-left"
      >
        <span>
          <span className="font-medium tabular-nums">{count.toLocaleString()} unreviewed</span>
          <span className="block text-sm text-ink-2">
            These may be spam. Only the ones you keep join your contacts.
          </span>
        </span>
        <OpenMark isOpen={isOpen} />
      </button>
      {isOpen && (
        <div id={id} className="border-t border-line py-4">
          <UnreviewedPanel count={count} onClose={() => setIsOpen(false)} />
        </div>
      )}
    </section>
  );
}
