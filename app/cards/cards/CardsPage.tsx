import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { CardListTile } from './CardListTile.tsx';
import { useCards } from './cards.queries.ts';
import { useDeleteCard } from './delete-card.tsx';
import { NewCardLink, sayFull } from './NewCardLink.tsx';
import { RoomForCard } from './RoomForCard.tsx';

const PLACEHOLDERS = ['first', 'second', 'third'];

/** All of the user's cards, each with its QR code and every action. */
export function CardsPage() {
  const { data: cards, error, refetch } = useCards();
  return (
    <>
      <title>My Cards · Goldleaf</title>
      {cards ? (
        <Cards cards={cards} />
      ) : (
        <>
          <Header />
          {error ? (
            <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
          ) : (
            <LoadingCards />
          )}
        </>
      )}
    </>
  );
}

function Header({ titleRef, count }: { titleRef?: React.Ref<HTMLHeadingElement>; count?: number }) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-4 pb-8">
      <div>
        <h1
          ref={titleRef}
          tabIndex={-1}
          className="font-display text-2xl font-light outline-none sm:text-3xl"
        >
          My Cards
        </h1>
        <p className="text-sm text-ink-2 tabular-nums">{sayFull(count)}</p>
      </div>
      <div className="-mr-3 flex gap-2">
        <NewCardLink label="New Card" count={count} isAlone />
        <a
          href={paths.home}
          aria-label="Close"
          title="Close"
          className={`${buttonClass('quiet')} w-11 px-0!`}
        >
          <X size={20} strokeWidth={1.5} aria-hidden="true" />
        </a>
      </div>
    </header>
  );
}

function LoadingCards() {
  return (
    <div role="status">
      <span className="sr-only">Loading your cards</span>
      <div className={GRID}>
        {PLACEHOLDERS.map((name) => (
          <div key={name} className="rounded-surface border border-line bg-surface p-5">
            <div className="flex gap-3">
              <Skeleton className="size-11 rounded-full!" />
              <Skeleton className="h-11 flex-1" />
            </div>
            <Skeleton className="mt-5 aspect-[1.7] rounded-surface!" />
            <Skeleton className="mt-5 h-9" />
          </div>
        ))}
      </div>
    </div>
  );
}

const GRID = 'grid grid-cols-1 gap-6 md:grid-cols-2 xl:grid-cols-3';

function Cards({ cards }: { cards: Card[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  const [restored, setRestored] = useState('');
  const remove = useDeleteCard(setRestored);
  const removeCard = (card: Card) => {
    // The tile, and the button that had focus, are about to disappear.
    title.current?.focus();
    remove.mutate(card);
  };
  return (
    <>
      <Header titleRef={title} count={cards.length} />
      {cards.length === 0 ? (
        <EmptyState
          title="No cards yet"
          text="Create your first digital business card to get started."
          action={
            <Link to={paths.createCard} className={buttonClass()}>
              Create Your First Card
            </Link>
          }
        />
      ) : (
        <ul className={GRID}>
          {cards.map((card) => (
            <li key={card.id} className="grid">
              <CardListTile card={card} isRestored={card.id === restored} onDelete={() => removeCard(card)} />
            </li>
          ))}
          <RoomForCard count={cards.length} className="rounded-surface" />
        </ul>
      )}
    </>
  );
}
