import { FileArchive } from 'lucide-react';
import { useState } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import { Button } from '#ui/Button.tsx';
import { SettingRow } from './SettingRow.tsx';

const ArchiveDialog = lazyDialog(
  async () => (await import('#app/portability/archive/ArchiveDialog.tsx')).ArchiveDialog,
);

/** Brings an exported account in. */
export function ImportArchive() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <SettingRow title="Archive" text="Restore an export from this or another Goldleaf account.">
      <Button variant="secondary" size="small" onClick={() => setIsOpen(true)}>
        <FileArchive size={18} />
        Import Archive
      </Button>
      {isOpen && <ArchiveDialog onClose={() => setIsOpen(false)} />}
    </SettingRow>
  );
}
