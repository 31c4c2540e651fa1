import { Suspense } from 'react';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import type { FaceFields } from '#site/card/face.ts';

/** The face of a card with its styles, which no screen waits for. */
const DrawnCard = lazyAddition(async () => (await import('./DrawnCard.tsx')).DrawnCard);

/** The scales at which a picture fills the width of a phone between its margins. */
export const PHONE_WIDE =
  '[--scale:0.69] min-[22.5rem]:[--scale:0.8] min-[24.375rem]:[--scale:0.876] min-[25.75rem]:[--scale:0.93]';

/**
 * A small picture of a card: the head of its own page as a phone of 390 px shows it (docs/decisions/312). `className`
 * rounds it; it, or a parent, says its size: 390 × 244 px times `--scale`. Its place has this size and the card's color
 * from the start. Readers skip it, so its name must stand beside it.
 */
export function FacePicture({ card, className }: { card: FaceFields; className: string }) {
  const color = card.template === 'modern' ? `linear-gradient(${card.primaryColor} 33%, transparent 0)` : '';
  return (
    <div
      aria-hidden="true"
      inert
      style={{ backgroundImage: color }}
      className={`relative h-[calc(244px*var(--scale))] w-[calc(390px*var(--scale))] shrink-0 overflow-hidden border border-line bg-surface ${className}`}
    >
      <Suspense>
        <DrawnCard card={card} />
      </Suspense>
    </div>
  );
}
