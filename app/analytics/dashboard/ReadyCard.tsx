import { FacePicture, PHONE_WIDE } from '#app/cards/face/FacePicture.tsx';
import type { Card } from '#shared/cards/cards.ts';
import { CardCode } from './CardCode.tsx';
import { Greeting } from './Greeting.tsx';
import { ReadyActions } from './ReadyActions.tsx';

/**
 * A card that nobody has opened yet, with its code: on a phone both stand in the first screen (390 × 844). On a wide one
 * they are equally high.
 */
export function ReadyCard({ card }: { card: Card }) {
  return (
    <section aria-labelledby="card-ready">
      <Greeting look="quiet" />
      <h2 id="card-ready" className="mt-1 font-display text-2xl sm:text-3xl">
        Your card is ready
      </h2>
      <div
        className={`mt-5 grid gap-5 md:mt-8 md:grid-cols-[auto_auto] md:justify-start md:gap-8 md:[--scale:1] lg:[--scale:1.35] xl:grid-cols-[auto_auto_auto] xl:[--scale:1.2] ${PHONE_WIDE}`}
      >
        <div className="animate-appear">
          <FacePicture card={card} className="rounded-card" />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-4 md:contents">
          <CardCode
            card={card}
            className="flex-[1_1_7rem] rounded-surface md:size-[calc(244px*var(--scale))] md:rounded-card"
          />
          <ReadyActions card={card} />
        </div>
      </div>
    </section>
  );
}
