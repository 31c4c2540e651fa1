import { Dialog } from '#ui/Dialog.tsx';
import { DoneButton } from '#ui/FormButtons.tsx';
import { GivenLinks } from './GivenLinks.tsx';

/** Who has the owner's details, on the screen of contacts; the settings have the same list. */
export function GivenDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Auto-updates"
      description="They’ll see your card and username, and get changes once they accept. Choosing another card asks them again. Either of you can stop anytime."
    >
      <GivenLinks />
      <DoneButton onClick={onClose} />
    </Dialog>
  );
}
