import { useLayoutEffect, useRef } from 'react';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { SHARING_PARTS } from './parts.ts';

/** The ways to share as a list beside the open one; on a phone, a row above it that scrolls sideways. */
export function PartList({ card, open }: { card: { id: string }; open: string | undefined }) {
  const row = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls the open part into view whenever another one is opened
  useLayoutEffect(() => {
    const link = row.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (row.current && link) row.current.scrollLeft = link.offsetLeft - row.current.clientWidth / 3;
  }, [open]);
  return (
    <nav aria-label="Ways to share" className="min-w-0">
      <ul
        ref={row}
        className="tab-fade relative -mx-[24px] flex gap-5 overflow-x-auto border-b border-line px-[24px] [scrollbar-width:none] md:sticky md:top-8 md:mx-0 md:flex-col md:gap-0 md:overflow-visible md:border-0 md:px-0"
      >
        {SHARING_PARTS.map(({ name, label, prepare }) => (
          <li key={name}>
            <Link
              to={paths.shareCard(card.id, name)}
              replace
              preventScrollReset
              aria-current={name === open ? 'page' : undefined}
              onPointerEnter={prepare}
              onFocus={prepare}
              className="flex min-h-11 items-center border-b-2 border-transparent whitespace-nowrap text-ink-2 -outline-offset-2 transition-colors hover:text-ink aria-[current=page]:border-gold aria-[current=page]:font-medium aria-[current=page]:text-ink md:border-b-0 md:border-l-2 md:border-line md:pl-4"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
