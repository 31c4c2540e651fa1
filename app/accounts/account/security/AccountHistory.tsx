import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';

const HistoryDialog = lazyDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);

/** The events of the account, next to its signed-in devices. */
export function AccountHistory() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="mt-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line pt-5">
      <div>
        <p className="font-medium">Account history</p>
        <p className="text-sm text-ink-2">Sign-ins, changes, and exports from the past year.</p>
      </div>
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Show History
      </Button>
      {isOpen && <HistoryDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}
