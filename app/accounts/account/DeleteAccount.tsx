import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import { SettingRow } from './SettingRow.tsx';

const DeletionDialog = lazyDialog(async () => (await import('./DeletionDialog.tsx')).DeletionDialog);

/** `username`, where it is known, is said in the dialog that asks for it. */
export function DeleteAccount({ username }: { username?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow title="Delete account" text="This also deletes your cards, contacts, and analytics.">
      <Button variant="danger" size="small" onClick={() => setIsOpen(true)}>
        Delete Account
      </Button>
      {isOpen && <DeletionDialog username={username} onClose={() => setIsOpen(false)} />}
    </SettingRow>
  );
}
