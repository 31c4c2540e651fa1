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

const BY_HAND = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** Whatever appears later, the visitor is already reading by then. */
const GROWTH_MS = 5_000;

/** Scrolls to `top`, and again as the page grows in its first seconds, until the visitor does something; returns what stops it. */
function scrollWhenLongEnough(top: number): () => void {
  const scroll = () => {
    window.scrollTo(0, top);
    if (Math.ceil(window.scrollY) >= Math.floor(top)) stop();
  };
  const growth = new ResizeObserver(scroll);
  const stop = () => {
    clearTimeout(end);
    growth.disconnect();
    for (const hand of BY_HAND) window.removeEventListener(hand, stop);
  };
  const end = setTimeout(stop, GROWTH_MS);
  growth.observe(document.body);
  for (const hand of BY_HAND) window.addEventListener(hand, stop, { passive: true });
  scroll();
  return stop;
}

/** New screens start at the top; Back and reload restore the position. Rendered next to the screen it scrolls. */
export function ScrollMemory() {
  const { key, hash } = useLocation();
  const shown = useRef('');
  const stopScrolling = useRef(() => {});
  useLayoutEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    stopScrolling.current();
    const target = hash && document.getElementById(hash.slice(1));
    if (positions[key] !== undefined) stopScrolling.current = scrollWhenLongEnough(positions[key]);
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
      stopScrolling.current();
      stopListening();
      window.removeEventListener('pagehide', store);
      window.removeEventListener('pageshow', takeOver);
    };
  }, []);
  return null;
}
