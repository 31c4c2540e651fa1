import { lazy, Suspense, useEffect } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '#app/paths.ts';

const LeaveDialog = lazy(async () => ({ default: (await import('./LeaveDialog.tsx')).LeaveDialog }));

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
  if (blocker.state !== 'blocked') return null;
  const leave = () => {
    onLeave();
    blocker.proceed();
  };
  return (
    <Suspense>
      <LeaveDialog onStay={() => blocker.reset()} onLeave={leave} />
    </Suspense>
  );
}
