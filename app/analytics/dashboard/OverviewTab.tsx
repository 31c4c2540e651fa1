import { lazy, type ReactNode, Suspense } from 'react';
import { useAnalytics } from '#app/analytics/analytics/analytics.queries.ts';
import { CardObject } from '#app/cards/cards/CardObject.tsx';
import { useCards } from '#app/cards/cards/cards.queries.ts';
import { NewCardLink } from '#app/cards/cards/NewCardLink.tsx';
import { RoomForCard } from '#app/cards/cards/RoomForCard.tsx';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useContactSummary, useLatestContacts } from '#app/people/contacts/contacts.queries.ts';
import type { Card } from '#shared/cards/cards.ts';
import type { Contact } from '#shared/people/contacts.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { Numbers } from './Numbers.tsx';
import { Person } from './Person.tsx';

/** Only until the first contact has arrived. */
const FirstSteps = lazy(async () => ({ default: (await import('./FirstSteps.tsx')).FirstSteps }));

const LATEST_CONTACTS = 3;

/**
 * The dashboard: three numbers, the cards as objects, and the latest people, each with a quick action. First steps may
 * appear above them, so nothing that can be pressed is shown until it is known whether they do.
 */
export function OverviewTab() {
  const cards = useCards();
  const contacts = useLatestContacts();
  const summary = useContactSummary();
  const analytics = useAnalytics();
  const error =
    (!cards.data && cards.error) || (!contacts.data && contacts.error) || (!summary.data && summary.error);
  if (error) {
    const retry = () => {
      void cards.refetch();
      void contacts.refetch();
      void summary.refetch();
    };
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={retry} />;
  }
  const hasView = cards.data?.some(({ viewCount }) => viewCount > 0) ?? false;
  return (
    <div className="space-y-12">
      {cards.data && contacts.data?.length === 0 && (
        <Suspense fallback={<Skeleton className="h-64" />}>
          <FirstSteps hasCard={cards.data.length > 0} hasView={hasView} />
        </Suspense>
      )}
      <Numbers
        cards={cards.data}
        contacts={summary.data}
        viewsByDay={analytics.data?.viewsByDay.map(({ views }) => views)}
      />
      {cards.data && contacts.data ? (
        <>
          <Cards cards={cards.data} />
          <LatestContacts contacts={contacts.data} />
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </div>
  );
}

function LatestContacts({ contacts }: { contacts: Contact[] }) {
  return (
    <section>
      <SectionHeader title="Latest contacts">
        <Link to={paths.contacts} className={buttonClass('secondary', 'small')}>
          Manage Contacts
        </Link>
      </SectionHeader>
      {contacts.length === 0 && (
        <p className="text-ink-2">People appear here when they connect through your shared cards.</p>
      )}
      <ul className="grid grid-cols-1 gap-6 lg:grid-cols-3">
        {contacts.slice(0, LATEST_CONTACTS).map((contact) => (
          <li key={contact.id} className="min-w-0">
            <Person contact={contact} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SectionHeader({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
      <h2 className="font-display text-xl">{title}</h2>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function Cards({ cards }: { cards: Card[] }) {
  return (
    <section>
      <SectionHeader title="Your cards">
        <Link to={paths.cards} className={buttonClass('secondary', 'small')}>
          View My Cards
        </Link>
        <NewCardLink label="Create New Card" count={cards.length} size="small" />
      </SectionHeader>
      {cards.length === 0 && (
        <p className="grid aspect-[1.6] max-w-88 place-items-center rounded-card border border-dashed border-control/50 p-6 text-center text-ink-2">
          Your card will appear here.
        </p>
      )}
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {cards.map((card) => (
          <li key={card.id}>
            <Link to={paths.editCard(card.id)} className="group block rounded-card">
              <span className="sr-only">Edit </span>
              <div className="transition-transform group-hover:-translate-y-0.5">
                <CardObject card={card} />
              </div>
              <CardCaption card={card} />
            </Link>
          </li>
        ))}
        {cards && <RoomForCard count={cards.length} className="aspect-[1.6] self-start rounded-card" />}
      </ul>
    </section>
  );
}

function CardCaption({ card }: { card: Card }) {
  const views = `${card.viewCount.toLocaleString()} ${card.viewCount === 1 ? 'view' : 'views'}`;
  return (
    <p className="mt-3 flex justify-between gap-4 text-sm text-ink-2">
      <span className="truncate">{card.name}</span>
      <span className="whitespace-nowrap tabular-nums">{card.isActive ? views : 'Paused'}</span>
    </p>
  );
}
