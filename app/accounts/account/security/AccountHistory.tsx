import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import { SettingRow } from '../SettingRow.tsx';

const HistoryDialog = lazyDialog(async () => (await import('./HistoryDialog.tsx')).HistoryDialog);

/** The events of the account, next to its signed-in devices. */
export function AccountHistory() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow title="Account history" text="Sign-ins, changes, and exports from the past year.">
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Show History
      </Button>
      {isOpen && <HistoryDialog onClose={() => setIsOpen(false)} />}
    </SettingRow>
  );
}
