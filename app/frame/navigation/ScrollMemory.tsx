import { useEffect, useLayoutEffect, useRef } from 'react';
import { browserHistory } from './history.ts';
import { useLocation } from './router.tsx';

const STORED_AS = 'scroll-positions';

function readPositions(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_AS) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** The scroll position of each history entry, kept across a reload. */
const positions = readPositions();

/** New screens start at the top; Back and reload restore the position. Rendered next to the screen it scrolls. */
export function ScrollMemory() {
  const { key, hash } = useLocation();
  const shown = useRef('');
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    const target = hash && document.getElementById(hash.slice(1));
    if (positions[key] !== undefined) window.scrollTo(0, positions[key]);
    else if (target) target.scrollIntoView();
    else if (!browserHistory.keepsScroll(key)) window.scrollTo(0, 0);
  }, [key, hash]);
  useEffect(() => {
    const remember = () => {
      positions[shown.current] = window.scrollY;
    };
    const store = () => {
      remember();
      window.history.scrollRestoration = 'auto';
      try {
        sessionStorage.setItem(STORED_AS, JSON.stringify(positions));
      } catch {
        // A browser without storage starts at the top.
      }
    };
    const takeOver = () => {
      window.history.scrollRestoration = 'manual';
    };
    takeOver();
    const stopListening = browserHistory.listen(remember);
    window.addEventListener('pagehide', store);
    window.addEventListener('pageshow', takeOver);
    return () => {
      stopListening();
      window.removeEventListener('pagehide', store);
      window.removeEventListener('pageshow', takeOver);
    };
  }, []);
  return null;
}
