import { useState } from 'react';
import { LeaveDialog } from '#app/frame/LeaveDialog.tsx';

/**
 * A dialog closes with `leave`, which asks before changes are discarded, and shows the `question`. It stays while they are
 * on their way: they may be refused.
 */
export function useLeaving(hasChanges: () => boolean, onClose: () => void, isPending = false) {
  const [isAsked, setIsAsked] = useState(false);
  return {
    leave() {
      if (isPending) return;
      if (hasChanges()) setIsAsked(true);
      else onClose();
    },
    question: isAsked && !isPending && <LeaveDialog onClose={() => setIsAsked(false)} onLeave={onClose} />,
  };
}

/** Likewise for a dialog that is told of what is typed into its form. */
export function useLeavingTyped(onClose: () => void) {
  const [isTyped, setTyped] = useState(false);
  return { ...useLeaving(() => isTyped, onClose), setTyped };
}
