import { lazy, Suspense, startTransition, type TransitionEvent, useEffect, useState } from 'react';
import { RouteError } from '#app/frame/RouteError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const CardPreview = lazy(async () => ({ default: (await import('./CardPreview.tsx')).CardPreview }));

const OUTLINE = <Skeleton className="mx-auto h-[40rem] max-w-[460px] rounded-card!" />;

/**
 * The card on a sheet that slides over the form, which stays as it is below. The sheet comes with the press, and the
 * card is drawn on it as soon as there is time.
 */
export function PreviewSheet({ isOpen }: { isOpen: boolean }) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    if (isOpen) startTransition(() => setIsDrawn(true));
  }, [isOpen]);
  const rest = ({ target, currentTarget }: TransitionEvent) => {
    if (target === currentTarget && !isOpen) setIsDrawn(false);
  };
  return (
    <div className={`preview-sheet ${isOpen ? 'is-open' : ''}`}>
      <section
        aria-label="Preview"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        onTransitionEnd={rest}
      >
        {isDrawn ? (
          <RouteError>
            <Suspense fallback={OUTLINE}>
              <CardPreview />
            </Suspense>
          </RouteError>
        ) : (
          isOpen && OUTLINE
        )}
      </section>
    </div>
  );
}
