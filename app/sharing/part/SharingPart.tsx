import type { ReactNode } from 'react';
import type { SeenCard } from '#shared/cards/cards.ts';

export interface SharingProps {
  card: SeenCard;
  /** False where views of the card aren't counted, so that nothing may be promised of them. */
  isCounted: boolean;
}

interface SharingPartProps {
  title: string;
  text: string;
  /** How it will look, large and in sight while one chooses. */
  preview?: ReactNode;
  /** The primary action and those beside it, under the preview. */
  actions?: ReactNode;
  /** The controls, or all of a part without a preview. */
  children?: ReactNode;
}

/** One way to share a card: what it is for, how it looks, the press that does it, and the choices. */
export function SharingPart({ title, text, preview, actions, children }: SharingPartProps) {
  return (
    <section aria-label={title} className="grid min-w-0 content-start gap-6">
      <div>
        <h2 tabIndex={-1} className="font-display text-xl outline-none">
          {title}
        </h2>
        <p className="mt-1 max-w-prose text-sm text-pretty text-ink-2">{text}</p>
      </div>
      {preview ? (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_17rem] xl:gap-12">
          <div className="grid min-w-0 gap-4 lg:sticky lg:top-6">
            {preview}
            {actions}
          </div>
          <div className="grid min-w-0 content-start gap-6">{children}</div>
        </div>
      ) : (
        children
      )}
    </section>
  );
}

/** The table that a preview stands on. */
export function PreviewTable({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-52 sm:min-h-72 grid-cols-[minmax(0,1fr)] place-items-center rounded-surface bg-line/40 p-4 sm:p-6">
      {children}
    </div>
  );
}
