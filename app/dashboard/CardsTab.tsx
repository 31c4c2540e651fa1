import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useUser } from '#app/auth/auth.queries.ts';
import { useCards } from '#app/cards/cards.queries.ts';
import { paths } from '#app/paths.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { CardTile } from './CardTile.tsx';

export function CardsTab() {
  const { data: cards, error, refetch } = useCards();
  if (error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  if (!cards) return <Skeleton className="h-64 max-w-sm" />;
  if (cards.length === 0) return <NoCards />;
  return (
    <>
      <div className="mb-6 flex justify-end">
        <Link to={paths.createCard} className={buttonClass('primary', 'small')}>
          <Plus size={18} strokeWidth={1.5} aria-hidden="true" />
          New Card
        </Link>
      </div>
      <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.id}>
            <CardTile card={card} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The spec lets only paying users start from here; others are told why and shown the way. */
function NoCards() {
  const user = useUser();
  const label = 'Create Your First Card';
  if (user?.hasPaid) {
    const action = (
      <Link to={paths.createCard} className={buttonClass()}>
        {label}
      </Link>
    );
    return <EmptyState title="No cards yet" text="Your first card takes two minutes." action={action} />;
  }
  return (
    <EmptyState
      title="No cards yet"
      text={
        <>
          This button opens after checkout, where nothing is due today.{' '}
          <Link to={paths.checkout} className="text-gold-ink underline underline-offset-4">
            See what your trial includes
          </Link>
          , or start with{' '}
          <Link to={paths.createCard} className="text-gold-ink underline underline-offset-4">
            a new card
          </Link>{' '}
          during your trial.
        </>
      }
      action={<Button disabled>{label}</Button>}
    />
  );
}
