import type { PublicCard } from '#shared/cards/cards.ts';
import { CardFace } from '#site/card/CardFace.tsx';

/** The head of a real card, scaled by the styles of the place it stands in; its name must be next to it. */
export function CardStill({ card }: { card: PublicCard }) {
  return (
    <div className="picture" aria-hidden="true" inert>
      <CardFace card={card} isPreview />
    </div>
  );
}
