import { useEffect, useState } from 'react';
import { browserHistory } from './history.ts';
import type { Location } from './history-state.ts';

export interface HeldMove {
  proceed: () => void;
  stay: () => void;
}

/** Holds navigations for which `isHeld` is true; returns the held one, to be continued or dropped. */
export function useBlocker(isHeld: (from: Location, to: Location) => boolean): HeldMove | null {
  const [held, setHeld] = useState<HeldMove | null>(null);
  useEffect(() => {
    browserHistory.setGuard(({ from, to, proceed }) => {
      if (!isHeld(from, to)) return true;
      setHeld({ proceed, stay: () => setHeld(null) });
      return false;
    });
    return () => browserHistory.setGuard(null);
  }, [isHeld]);
  return held;
}
