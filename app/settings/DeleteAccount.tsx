import { lazy, Suspense, useState } from 'react';
import { Button } from '#ui/Button.tsx';

/** Comes when it is asked for. */
const DeletionDialog = lazy(async () => ({ default: (await import('./DeletionDialog.tsx')).DeletionDialog }));

export function DeleteAccount({ username }: { username: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <p>Your cards, contacts and figures go with it.</p>
      <Button variant="danger" onClick={() => setIsOpen(true)}>
        Delete Account
      </Button>
      <Suspense>{isOpen && <DeletionDialog username={username} onClose={() => setIsOpen(false)} />}</Suspense>
    </div>
  );
}
