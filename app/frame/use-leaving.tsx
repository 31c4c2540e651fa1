import { useState } from 'react';
import { LeaveDialog } from '#app/frame/LeaveDialog.tsx';

/** A dialog closes with `leave`, which asks before changes are discarded, and shows the `question`. */
export function useLeaving(hasChanges: () => boolean, onClose: () => void) {
  const [isAsked, setIsAsked] = useState(false);
  return {
    leave: () => (hasChanges() ? setIsAsked(true) : onClose()),
    question: isAsked && <LeaveDialog onClose={() => setIsAsked(false)} onLeave={onClose} />,
  };
}
