import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';

const BlocksDialog = lazyDialog(
  async () => (await import('#app/people/contacts/review/BlocksDialog.tsx')).BlocksDialog,
);

/** Blocked senders, next to the other settings about what visitors may do. */
export function BlockedSenders() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-5">
      <div>
        <p className="font-medium">Blocked senders</p>
        <p className="text-sm text-ink-2">People who can’t send you their details.</p>
      </div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Show List
      </Button>
      {isOpen && <BlocksDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}
