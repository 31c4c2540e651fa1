import { useCallback, useEffect } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Location } from '#app/frame/navigation/history-state.ts';
import { useBlocker } from '#app/frame/navigation/use-blocker.ts';
import { paths } from '#app/frame/paths.ts';

const LeaveDialog = lazyDialog(async () => (await import('./LeaveDialog.tsx')).LeaveDialog);

export interface LeaveGuardProps {
  /** True if leaving now would lose something. */
  isGuarding: () => boolean;
  /** The draft survives a reload; in a browser that stores nothing, a reload asks first. */
  isDraftKept: boolean;
  onLeave: () => void;
}

/** Asks before another screen replaces unsaved changes. */
export function LeaveGuard({ isGuarding, isDraftKept, onLeave }: LeaveGuardProps) {
  // A user who was signed out returns here afterwards, and finds the draft.
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
  return <LeaveDialog isDraftKept={isDraftKept} onClose={held.stay} onKeep={held.proceed} onLeave={leave} />;
}
