import { useUser } from '#app/accounts/auth/auth.queries.ts';
import { useCards } from '#app/cards/cards/cards.queries.ts';
import { NewCardLink } from '#app/cards/cards/NewCardLink.tsx';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { EndedWords } from '#app/money/billing/EndedWords.tsx';
import { PRICE_PER_CARD_USD } from '#shared/contract/constants.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { CardTile } from './CardTile.tsx';

export function CardsTab() {
  const { data: cards, error, refetch } = useCards();
  if (!cards && error) {
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-display text-xl">My Cards</h2>
        <div className="flex flex-wrap gap-3">
          <NewCardLink label="New Card" count={cards?.length} size="small" />
        </div>
      </div>
      {!cards && <Skeleton className="aspect-[1.6] max-w-88 rounded-card!" />}
      {cards?.length === 0 && <NoCards />}
      <ul className="grid grid-cols-1 gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {cards?.map((card) => (
          <li key={card.id}>
            <CardTile card={card} />
          </li>
        ))}
      </ul>
    </>
  );
}

const LABEL = 'Create Your First Card';

/** The specification lets only paying users create their first card here; others are told why and how to subscribe. */
function NoCards() {
  const user = useUser();
  if (user?.hasPaid) {
    const action = (
      <Link to={paths.createCard} className={buttonClass()}>
        {LABEL}
      </Link>
    );
    return <EmptyState title="No cards yet" text="Your first card takes two minutes." action={action} />;
  }
  const isTrial = user?.subscriptionStatus === 'trial';
  const price = `$${PRICE_PER_CARD_USD}/month`;
  const action = (
    <div className="flex flex-wrap justify-center gap-3">
      <Link to={isTrial ? paths.checkout : paths.subscribe} className={buttonClass()}>
        {isTrial ? 'Go to Checkout: $0 today' : `Subscribe ${price}`}
      </Link>
      <Button variant="secondary" disabled aria-describedby="why-not-yet">
        {LABEL}
      </Button>
    </div>
  );
  const reason = isTrial ? (
    <>
      Start your trial to unlock this ($0 today), or{' '}
      <Link to={paths.createCard} className="text-gold-ink underline underline-offset-4">
        create a card now
      </Link>
      .
    </>
  ) : (
    <EndedWords needed={`Subscribe for ${price} to create your first card.`} />
  );
  return <EmptyState title="No cards yet" text={<span id="why-not-yet">{reason}</span>} action={action} />;
}
