import type { ReactNode } from 'react';
import type { SeenCard } from '#shared/cards/cards.ts';

export interface SharingProps {
  card: SeenCard;
}

/** One way to share a card: what it is for, then its controls. */
export function SharingPart({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid min-w-0 gap-6">
      <div>
        <h2 className="font-display text-xl font-light">{title}</h2>
        <p className="mt-1 max-w-prose text-sm text-pretty text-ink-2">{text}</p>
      </div>
      {children}
    </section>
  );
}
