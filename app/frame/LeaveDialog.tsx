import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';

interface LeaveDialogProps {
  /** A file is on its way, and no draft has it. */
  isUploading?: boolean;
  onClose: () => void;
  /** Leaves, and keeps the draft, if one is kept. */
  onKeep?: (() => void) | undefined;
  onLeave: () => void;
}

/** Asks before unsaved changes are discarded. */
export function LeaveDialog({ isUploading, onClose, onKeep, onLeave }: LeaveDialogProps) {
  const rest = onKeep ? 'We can keep your changes as a draft for 30 days.' : 'You have unsaved changes.';
  const uploading = `A file is still uploading, and is lost if you leave.${onKeep ? ' Other changes can be kept as a draft for 30 days.' : ''}`;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Leave without saving?"
      description={isUploading ? uploading : rest}
    >
      <ButtonRow>
        {/* First, because a dialog focuses its first button: Enter must not discard work. */}
        <Button onClick={onClose}>Keep editing</Button>
        {onKeep && (
          <Button variant="secondary" onClick={onKeep}>
            Save draft
          </Button>
        )}
        <Button variant="danger" onClick={onLeave}>
          Discard changes
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
