import { ReminderForm } from '#app/messages/notices/ReminderForm.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface Props {
  /** The contact or lead. */
  contact: { id: string; fullName: string };
  onClose: () => void;
}

/** The dialog that sets a reminder of somebody. */
export function RemindMe({ contact, onClose }: Props) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Remind me about ${contact.fullName}`}
      description="We’ll email you and notify your devices."
    >
      <ReminderForm person={contact} onDone={onClose} />
    </Dialog>
  );
}
