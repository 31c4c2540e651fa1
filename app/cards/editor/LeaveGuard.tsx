import { useCallback, useContext, useEffect, useRef } from 'react';
import { lazyDialog } from '#app/frame/lazy-dialog.tsx';
import type { Location } from '#app/frame/navigation/history-state.ts';
import { useBlocker } from '#app/frame/navigation/use-blocker.ts';
import { paths } from '#app/frame/paths.ts';
import { UploadsUnderWay } from './media/uploads-under-way.ts';

const LeaveDialog = lazyDialog(async () => (await import('#app/frame/LeaveDialog.tsx')).LeaveDialog);

export interface LeaveGuardProps {
  /** True if leaving now would lose something. */
  isGuarding: () => boolean;
  /** True if an address is another screen; one with another path if left out. */
  isAway?: (from: Location, to: Location) => boolean;
  /** The draft survives a reload, and a running upload doesn't; in a browser that stores nothing, a reload asks first. */
  isDraftKept: boolean;
  /** All is saved, on a screen that stays then: the user goes on to where they were going. */
  isFree?: boolean;
  onLeave: () => void;
}

const hasOtherPath = (from: Location, to: Location) => to.pathname !== from.pathname;

/** Asks before another screen replaces unsaved changes. */
export function LeaveGuard({
  isGuarding,
  isAway = hasOtherPath,
  isDraftKept,
  isFree,
  onLeave,
}: LeaveGuardProps) {
  // A user who was signed out returns here afterwards, and finds the draft.
  const isHeld = useCallback(
    (from: Location, to: Location) => isGuarding() && isAway(from, to) && to.pathname !== paths.signIn,
    [isGuarding, isAway],
  );
  const held = useBlocker(isHeld);
  const uploads = useContext(UploadsUnderWay);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) =>
      (!isDraftKept || uploads.current > 0) && isGuarding() && event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDraftKept, isGuarding, uploads]);
  const isLeaving = useRef(false);
  useEffect(() => {
    if (isFree && !isLeaving.current) held?.proceed();
  }, [isFree, held]);
  if (!held) return null;
  const leave = () => {
    // This screen stays until the next one is loaded.
    isLeaving.current = true;
    onLeave();
    held.proceed();
  };
  return (
    <LeaveDialog
      isUploading={uploads.current > 0}
      onClose={held.stay}
      onKeep={isDraftKept ? held.proceed : undefined}
      onLeave={leave}
    />
  );
}
