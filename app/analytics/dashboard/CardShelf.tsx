import { RoomForCard } from '#app/cards/cards/RoomForCard.tsx';
import { HIDDEN, useHidden } from '#app/cards/cards/use-hidden.ts';
import { FacePicture, PHONE_WIDE } from '#app/cards/face/FacePicture.tsx';
import { counted } from '#app/frame/counted.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { CardCode } from './CardCode.tsx';

/** On a phone, the edge of the next card shows that there is one. */
const NEXT_IN_SIGHT = '[--scale:0.62] min-[22.5rem]:[--scale:0.72] min-[24.375rem]:[--scale:0.8]';

interface CardShelfProps {
  cards: readonly Card[];
  /** Views over the last seven days, by card. */
  week: ReadonlyMap<string, number>;
}

/** The cards as objects, the first with its code beside it; on a phone they stand in a row that is swiped. */
export function CardShelf({ cards, week }: CardShelfProps) {
  return (
    <section aria-label="Your cards">
      <ul className="-mx-[24px] flex snap-x snap-mandatory scroll-px-[24px] gap-4 overflow-x-auto px-[24px] pb-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-2 md:gap-x-6 md:gap-y-8 md:overflow-visible md:px-0">
        {cards.map((card, at) => (
          <li
            key={card.id}
            className={`w-[calc(390px*var(--scale))] shrink-0 snap-start md:w-auto ${cards.length > 1 ? NEXT_IN_SIGHT : PHONE_WIDE} ${at === 0 ? 'md:col-span-2 md:[--scale:1] lg:[--scale:0.8] xl:[--scale:1]' : 'md:[--scale:0.81] lg:[--scale:0.65] xl:[--scale:0.81]'}`}
          >
            <Place card={card} isFirst={at === 0} week={week.get(card.id) ?? 0} />
          </li>
        ))}
        {cards.length === 2 && (
          <RoomForCard
            count={cards.length}
            className="h-[calc(244px*var(--scale))] rounded-card md:grid md:[--scale:0.81] lg:[--scale:0.65] xl:[--scale:0.81]"
          />
        )}
      </ul>
    </section>
  );
}

function Place({ card, isFirst, week }: { card: Card; isFirst: boolean; week: number }) {
  const columns = isFirst ? 'grid-cols-[minmax(0,1fr)_3.5rem] md:grid-cols-[auto_auto] md:justify-start' : '';
  const hidden = useHidden(card);
  const state = hidden === 'paused' ? 'Paused' : hidden ? HIDDEN[hidden] : sayViews(card, week);
  return (
    <article aria-label={card.name} className={`grid items-start gap-x-4 gap-y-3 md:gap-x-6 ${columns}`}>
      <Link to={paths.codeOf(card.id)} className="group relative col-span-full rounded-card md:col-span-1">
        <span className="sr-only">{`Show the QR code of ${card.name}`}</span>
        <div className="transition-transform group-hover:-translate-y-0.5">
          <FacePicture card={card} className="rounded-card" />
        </div>
      </Link>
      <div className="flex min-w-0 flex-wrap items-start justify-between gap-x-4 max-md:row-start-2">
        <div className="min-w-0">
          <h2 className="truncate font-display text-lg">{card.name}</h2>
          <p className="text-sm text-ink-2 tabular-nums">{state}</p>
        </div>
        <CardLinks card={card} />
      </div>
      {isFirst && (
        <CardCode
          card={card}
          className="rounded-control max-md:row-start-2 md:col-start-2 md:row-start-1 md:size-[calc(244px*var(--scale))] md:rounded-card"
        />
      )}
    </article>
  );
}

/** "1,119 views · 128 this week". */
function sayViews({ viewCount }: Card, week: number): string {
  const views = counted(viewCount, 'view');
  return week > 0 ? `${views} · ${week.toLocaleString()} this week` : views;
}

const LINK = 'inline-flex min-h-11 items-center px-2 text-ink-2 hover:text-ink';

/** On a phone these are under My Cards. */
function CardLinks({ card }: { card: Card }) {
  return (
    <div className="-mr-2 flex max-md:hidden">
      <a href={paths.publicCard(card.id)} className={LINK}>
        View
      </a>
      <Link to={paths.editCard(card.id)} className={LINK}>
        Edit
      </Link>
      <Link to={paths.shareCard(card.id)} className={LINK}>
        Share
      </Link>
    </div>
  );
}
