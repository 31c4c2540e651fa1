import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '#ui/Skeleton.tsx';

/** The card beside the form, where there is room for both; it stays in sight and scrolls by itself. */
export function PreviewPanel({ children }: { children: ReactNode }) {
  return (
    <aside aria-labelledby="live-preview" className="hidden lg:block">
      <div className="sticky top-24">
        <h2 id="live-preview" className="pb-2 text-sm text-ink-2">
          Live preview
        </h2>
        <section
          aria-label="Card, scrolls by itself"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
          tabIndex={0}
          className="max-h-[calc(100dvh-9.5rem)] overflow-y-auto rounded-card"
        >
          <Suspense fallback={<Skeleton className="h-[32rem] rounded-card!" />}>{children}</Suspense>
        </section>
      </div>
    </aside>
  );
}
