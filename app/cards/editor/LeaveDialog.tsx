import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

/** Asks before another screen discards unsaved changes. */
export function LeaveDialog({ onClose, onLeave }: { onClose: () => void; onLeave: () => void }) {
  return (
    <Dialog isOpen onClose={onClose} title="Leave without saving?" description="You have unsaved changes.">
      <div className="flex flex-wrap justify-end gap-2">
        {/* First, because a dialog focuses its first button: Enter must not discard work. */}
        <Button onClick={onClose}>Keep editing</Button>
        <Button variant="danger" onClick={onLeave}>
          Discard changes
        </Button>
      </div>
    </Dialog>
  );
}
