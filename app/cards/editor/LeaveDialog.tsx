import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** What stands between unsaved changes and another screen. */
export function LeaveDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Leave without saving?" description="You have unsaved changes.">
      <div className="flex flex-wrap justify-end gap-2">
        {/* First, since a dialog gives the focus to its first button: Enter must not throw work away. */}
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="danger" onClick={onLeave}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  );
}
