import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { RouteError } from '#app/frame/RouteError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

const WIDE = window.matchMedia('(min-width: 64rem)');

function watchWidth(onChange: () => void): () => void {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}

/**
 * The card beside the form, where there is room for both; it stays in view and scrolls on its own. Not loaded on
 * phones.
 */
export function PreviewPanel({ children }: { children: ReactNode }) {
  const isWide = useSyncExternalStore(watchWidth, () => WIDE.matches);
  if (!isWide) return null;
  return (
    <aside aria-labelledby="live-preview">
      <div className="sticky top-24">
        <h2 id="live-preview" className="sr-only">
          Live preview
        </h2>
        <section
          aria-label="Card, scrolls by itself"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="fade-end max-h-preview overflow-y-auto rounded-t-card pb-12"
        >
          <RouteError>
            <Suspense fallback={<Skeleton className="h-[32rem] rounded-card!" />}>{children}</Suspense>
          </RouteError>
        </section>
      </div>
    </aside>
  );
}
