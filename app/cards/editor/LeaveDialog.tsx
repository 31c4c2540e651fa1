import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '#app/paths.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

export interface LeaveDialogProps {
  /** Whether leaving now would lose something. */
  isGuarding: () => boolean;
  /** A reload keeps the draft; where this browser keeps nothing, it asks first. */
  isDraftKept: boolean;
  onLeave: () => void;
}

/** Asks before another screen takes the place of unsaved changes. */
export function LeaveDialog({ isGuarding, isDraftKept, onLeave }: LeaveDialogProps) {
  // Who was signed out comes back here afterwards, and finds the draft.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isGuarding() &&
      nextLocation.pathname !== currentLocation.pathname &&
      nextLocation.pathname !== paths.signIn,
  );
  useEffect(() => {
    if (isDraftKept) return;
    const ask = (event: BeforeUnloadEvent) => isGuarding() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDraftKept, isGuarding]);
  const stay = () => blocker.reset?.();
  const leave = () => {
    onLeave();
    blocker.proceed?.();
  };
  return (
    <Dialog
      isOpen={blocker.state === 'blocked'}
      onClose={stay}
      title="Leave without saving?"
      description="Your changes to this card are not saved yet."
    >
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="danger" onClick={leave}>
          Discard changes
        </Button>
        <Button onClick={stay}>Keep editing</Button>
      </div>
    </Dialog>
  );
}
