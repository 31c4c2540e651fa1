import { useSyncExternalStore } from 'react';

const WIDE = '(min-width: 48rem)';

function watch(onChange: () => void) {
  const list = window.matchMedia(WIDE);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** True while the window is no phone's, for what must not be there at all on other windows. */
export const useIsWide = (): boolean => useSyncExternalStore(watch, () => window.matchMedia(WIDE).matches);
