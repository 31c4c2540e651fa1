import { useEffect, useLayoutEffect, useRef } from 'react';
import { svgUrl } from '#app/cards/cards/qr-png.ts';
import type { Card } from '#shared/cards/cards.ts';
import { Dots } from '#ui/Dots.tsx';

interface CodeStripProps {
  cards: readonly Card[];
  /** The place in `cards` of the one that is shown. */
  at: number;
  onShow: (card: Card) => void;
  /** Returns the code as SVG, without a quiet zone: the white screen is one. */
  draw: (card: Card) => string;
  alt: string;
}

/** The codes side by side: the next one comes by swiping, with the arrow keys, or with its dot. */
export function CodeStrip({ cards, at, onShow, draw, alt }: CodeStripProps) {
  const strip = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const box = strip.current;
    if (!box) return;
    const align = () => {
      if (findShown(box) !== at) box.scrollTo({ left: at * box.clientWidth, behavior: 'instant' });
    };
    align();
    // A phone that is turned over keeps its card.
    const observer = new ResizeObserver(align);
    observer.observe(box);
    return () => observer.disconnect();
  }, [at]);
  useArrowKeys((step) => {
    const next = cards[at + step];
    if (next) onShow(next);
    return next !== undefined;
  });
  const followSwipe = () => {
    // On paper, the shown code is alone.
    if (matchMedia('print').matches) return;
    const next = strip.current && cards[findShown(strip.current)];
    if (next && next !== cards[at]) onShow(next);
  };
  return (
    <div className="mt-[clamp(0px,calc(50vh-390px),3rem)] min-w-0 landscape:sticky landscape:top-[10vh] landscape:mt-0 landscape:self-start print:static">
      <section
        ref={strip}
        aria-label="Codes"
        // A part that scrolls must be reachable by keyboard.
        tabIndex={cards.length > 1 ? 0 : undefined}
        onScroll={followSwipe}
        className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain [scrollbar-width:none] -outline-offset-2"
      >
        {cards.map((card, index) => (
          <div
            key={card.id}
            aria-hidden={index !== at}
            className={`grid w-full shrink-0 snap-center snap-always place-items-center ${index === at ? '' : 'print:hidden'}`}
          >
            {Math.abs(index - at) <= 1 && (
              <img
                src={svgUrl(draw(card))}
                alt={`${alt} of ${card.name}`}
                className="aspect-square w-[min(84vw,80vh)] landscape:w-[min(80vh,58vw)] print:w-[12cm] forced-colors:bg-white forced-colors:p-6 forced-color-adjust-none"
              />
            )}
          </div>
        ))}
      </section>
      <Dots
        names={cards.map(({ name }) => name)}
        at={at}
        onShow={(place) => cards[place] && onShow(cards[place])}
        className="mt-3 landscape:mt-2"
      />
    </div>
  );
}

const findShown = (box: HTMLElement) => Math.round(box.scrollLeft / box.clientWidth);

/** Calls `step` for arrow keys that nothing else on the screen uses; it returns whether there was a step to make. */
function useArrowKeys(step: (by: 1 | -1) => boolean): void {
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null;
      const isModified = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
      const { target } = event;
      const isTaken =
        target instanceof Element && target.closest('input, select, [role=dialog], [role=menu]');
      if (by && !isModified && !isTaken && latest.current(by)) event.preventDefault();
    };
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
}
