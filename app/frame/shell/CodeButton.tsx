import { useEffect, useRef } from 'react';
import { Link, useLocation } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { Glyph } from './Glyph.tsx';
import { stepAside } from './step-aside.ts';

const CODE =
  'M4 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM17 3h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1h-3a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1zM4 16h3a1 1 0 0 1 1 1v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a1 1 0 0 1 1-1zM21 16h-3a2 2 0 0 0-2 2v3M21 21h.01M12 7v3a2 2 0 0 1-2 2H7M3 12h.01M12 3h.01M12 16h.01M16 12h1M21 12h.01M12 21v-1';

/** The code one press away: in the header, and on phones a round button above the dock, with `--code` of room. */
export function CodeButton({ isRound }: { isRound: boolean }) {
  const button = useRef<HTMLAnchorElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen begins with the button in its place
  useEffect(() => {
    const left = new AbortController();
    const screen = document.getElementById('main');
    if (button.current && screen) stepAside(button.current, screen, left.signal);
    return () => left.abort();
  }, [key]);
  return (
    <Link
      ref={button}
      to={paths.code}
      aria-label="Show my QR code"
      title="Show my QR code"
      className={`code-button ${isRound ? 'with-code' : ''}`}
    >
      <Glyph path={CODE} />
    </Link>
  );
}
