import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import { SettingRow } from './SettingRow.tsx';

const BlocksDialog = lazyDialog(
  async () => (await import('#app/people/contacts/review/BlocksDialog.tsx')).BlocksDialog,
);

/** Blocked senders, next to the other settings about what visitors may do. */
export function BlockedSenders() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow title="Blocked senders" text="People who can’t send you their details.">
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        Show List
      </Button>
      {isOpen && <BlocksDialog onClose={() => setIsOpen(false)} />}
    </SettingRow>
  );
}
