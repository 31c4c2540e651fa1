import { type ComponentType, type ReactNode, Suspense, useRef, useState } from 'react';
import { useMyTeams } from '#app/accounts/auth/auth.queries.ts';
import { TeamChips } from '#app/accounts/auth/TeamChips.tsx';
import { isAllHere } from '#app/frame/api/account-here.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { paths } from '#app/frame/paths.ts';
import type { Card } from '#shared/cards/cards.ts';
import { Dots } from '#ui/Dots.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { IN_MAT } from './CardMat.tsx';
import { featuredFirst, useCards } from './cards.queries.ts';
import { useDeleteCard } from './delete-card.tsx';
import { MyCardsTile, type TileActions } from './MyCardsTile.tsx';
import { NewCardLink, sayFull } from './NewCardLink.tsx';
import { RoomForCard } from './RoomForCard.tsx';

const HeldOfTeams = lazyAddition(
  async () => (await import('./HeldOfTeams.tsx')).HeldOfTeams,
  ({ empty }) => empty,
);

interface MyCardsProps {
  /** A screen of its own, or a part of the dashboard. */
  Heading: 'h1' | 'h2';
  /** More buttons beside New Card. */
  aside?: ReactNode;
  /** Before the first card. */
  empty: ReactNode;
  /** The buttons of this place below each card, after View and Edit. */
  Actions: ComponentType<TileActions>;
  /** A wallet's pass opens in a window of its own (section 7). */
  opensWindow?: boolean | undefined;
}

/** All of the user's cards, each on its mat with its code and every action. */
export function MyCards({ aside, ...places }: MyCardsProps) {
  const { data: cards, error, refetch } = useCards();
  const { Heading, empty } = places;
  const isInTeam = useMyTeams().length > 0;
  const hasNone = cards?.length === 0 && isInTeam;
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-4 pb-6 md:pb-8">
        <div>
          <Heading
            ref={title}
            tabIndex={-1}
            className={`font-display outline-none ${Heading === 'h1' ? 'text-2xl sm:text-3xl' : 'text-xl'}`}
          >
            My Cards
          </Heading>
          <p className="text-sm text-ink-2 tabular-nums">{sayFull(cards?.length)}</p>
        </div>
        <div className="flex gap-2">
          <NewCardLink label="New Card" count={cards?.length} isAlone />
          {aside}
        </div>
      </header>
      <TeamChips own={paths.cards} ofTeam={paths.team} hasOwn={!hasNone} />
      {cards ? (
        <Cards
          cards={cards}
          {...places}
          empty={hasNone ? null : empty}
          onGone={() => title.current?.focus()}
        />
      ) : error ? (
        <LoadFailed error={error} retry={refetch} />
      ) : (
        <LoadingCards />
      )}
      {(hasNone || isAllHere()) && (
        <Suspense fallback={<Skeleton className="mt-12 h-80 rounded-card!" />}>
          <HeldOfTeams Heading={Heading === 'h1' ? 'h2' : 'h3'} empty={hasNone && empty} />
        </Suspense>
      )}
    </>
  );
}

/** One card a screen on phones, swiped; side by side from 768 px, where the first of an odd number is wide. */
const ROW =
  '-mx-[24px] flex snap-x snap-mandatory scroll-px-[24px] gap-12 overflow-x-auto px-[24px] py-1 [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-2 md:gap-x-6 md:gap-y-10 md:overflow-visible md:p-0';
const PLACE = 'grid w-full shrink-0 snap-center snap-always md:w-auto';

interface CardsProps extends Omit<MyCardsProps, 'aside'> {
  cards: Card[];
  /** A card and the button that had focus are about to disappear. */
  onGone: () => void;
}

function Cards({ cards, Heading, empty, onGone, ...places }: CardsProps) {
  const [restored, setRestored] = useState('');
  const remove = useDeleteCard(setRestored);
  const row = useRef<HTMLUListElement>(null);
  const [at, setAt] = useState(0);
  if (cards.length === 0) return empty;
  const shown = featuredFirst(cards);
  const isWide = (index: number) => index === 0 && cards.length % 2 === 1;
  const findPlaces = () => [...(row.current?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
  const followSwipe = () => {
    const middle = (row.current?.scrollLeft ?? 0) + (row.current?.clientWidth ?? 0) / 2;
    setAt(findPlaces().findLastIndex(({ offsetLeft }) => offsetLeft <= middle));
  };
  return (
    <>
      <ul ref={row} onScroll={followSwipe} className={`relative ${ROW}`}>
        {shown.map((card, index) => (
          <li key={card.id} className={`${PLACE} ${isWide(index) ? 'md:col-span-2' : ''}`}>
            <MyCardsTile
              card={card}
              isWide={isWide(index)}
              isRestored={card.id === restored}
              Heading={Heading === 'h1' ? 'h2' : 'h3'}
              {...places}
              onDelete={() => {
                onGone();
                remove.mutate(card);
              }}
            />
          </li>
        ))}
        <RoomForCard count={cards.length} className="min-h-20 rounded-card md:col-span-2 md:grid" />
      </ul>
      <Dots
        names={shown.map(({ name }) => name)}
        at={at}
        onShow={(place) => findPlaces()[place]?.scrollIntoView({ inline: 'center', block: 'nearest' })}
        className="mt-3 md:hidden"
      />
    </>
  );
}

const PLACEHOLDERS = ['first', 'second', 'third'];

function LoadingCards() {
  return (
    <div role="status">
      <span className="sr-only">Loading your cards</span>
      <div className={ROW}>
        {PLACEHOLDERS.map((name, index) => (
          <div
            key={name}
            className={`${PLACE} content-start gap-4 ${IN_MAT} ${index === 0 ? 'md:col-span-2' : ''}`}
          >
            <div className="flex gap-3">
              <Skeleton className="size-11 rounded-full!" />
              <Skeleton className="h-11 flex-1" />
            </div>
            <Skeleton
              className={`rounded-card! ${index === 0 ? 'h-[calc(244px*var(--scale)+8.875rem)] md:h-[calc(244px*var(--scale)+20px)]' : 'h-[calc(244px*var(--scale)+8.875rem)]'}`}
            />
            <Skeleton className="h-9" />
          </div>
        ))}
      </div>
    </div>
  );
}
