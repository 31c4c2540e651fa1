import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';

const DeletionDialog = lazyDialog(async () => (await import('./DeletionDialog.tsx')).DeletionDialog);

/** `username`, where it is known, is said in the dialog that asks for it. */
export function DeleteAccount({ username }: { username?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>This also deletes your cards, contacts, and analytics.</p>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        Delete Account
      </Button>
      {isOpen && <DeletionDialog username={username} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
