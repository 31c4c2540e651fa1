import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ButtonRow } from '#ui/FormButtons.tsx';

/** Before a sign-out that would leave contacts unsent. */
export function UnsentDialog({ count, onAnswer }: { count: number; onAnswer: (isToGoOn: boolean) => void }) {
  const what = count === 1 ? 'One contact is' : `${count.toLocaleString()} contacts are`;
  return (
    <Dialog
      isOpen
      onClose={() => onAnswer(false)}
      title={`${what} not sent yet`}
      description="They’ll stay on this device for 30 days and upload when you sign in again."
    >
      <ButtonRow>
        <Button variant="secondary" onClick={() => onAnswer(true)}>
          Sign Out Anyway
        </Button>
        <Button data-takes-focus onClick={() => onAnswer(false)}>
          Stay Signed In
        </Button>
      </ButtonRow>
    </Dialog>
  );
}
