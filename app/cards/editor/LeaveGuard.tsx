import { useCallback, useEffect } from 'react';
import type { Location } from 'react-router';
import { lazyDialog } from '#app/lazy-dialog.tsx';
import { useBlocker } from '#app/navigation/use-blocker.ts';
import { paths } from '#app/paths.ts';

const LeaveDialog = lazyDialog(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

export interface LeaveGuardProps {
  /** Whether leaving now would lose something. */
  isGuarding: () => boolean;
  /** A reload keeps the draft; where this browser keeps nothing, it asks first. */
  isDraftKept: boolean;
  onLeave: () => void;
}

/** Asks before another screen takes the place of unsaved changes. */
export function LeaveGuard({ isGuarding, isDraftKept, onLeave }: LeaveGuardProps) {
  // Who was signed out comes back here afterwards, and finds the draft.
  const isHeld = useCallback(
    (from: Location, to: Location) =>
      isGuarding() && to.pathname !== from.pathname && to.pathname !== paths.signIn,
    [isGuarding],
  );
  const held = useBlocker(isHeld);
  useEffect(() => {
    if (isDraftKept) return;
    const ask = (event: BeforeUnloadEvent) => isGuarding() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDraftKept, isGuarding]);
  if (!held) return null;
  const leave = () => {
    onLeave();
    held.proceed();
  };
  return <LeaveDialog onClose={held.stay} onLeave={leave} />;
}
