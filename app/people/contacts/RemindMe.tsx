import { useLeavingTyped } from '#app/frame/use-leaving.tsx';
import { ReminderForm } from '#app/messages/notices/ReminderForm.tsx';
import type { Reminder } from '#shared/messages/notices.ts';
import { Dialog } from '#ui/Dialog.tsx';

interface Props {
  /** The contact or lead. */
  contact: { id: string; fullName: string };
  /** The reminder to change. */
  reminder?: Reminder;
  onClose: () => void;
}

/** The dialog that sets a reminder about someone, or changes one. */
export function RemindMe({ contact, reminder, onClose }: Props) {
  const { leave, question, setTyped } = useLeavingTyped(onClose);
  return (
    <Dialog isOpen onClose={leave} title={`Remind me about ${contact.fullName}`}>
      <div onChange={() => setTyped(true)}>
        <ReminderForm person={contact} {...(reminder && { reminder })} onDone={onClose} onCancel={leave} />
      </div>
      {question}
    </Dialog>
  );
}
