import { Suspense } from 'react';
import { useMyTeams } from '#app/accounts/auth/auth.queries.ts';
import { ExchangeOff, useIsExchangeOff } from '#app/accounts/privacy/ExchangeOff.tsx';
import { useAnalytics } from '#app/analytics/analytics/analytics.queries.ts';
import { featuredFirst, useCards } from '#app/cards/cards/cards.queries.ts';
import { useHidden } from '#app/cards/cards/use-hidden.ts';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { lazyAddition } from '#app/frame/lazy-addition.ts';
import { useContactSummary, useLatestContacts } from '#app/people/contacts/contacts.queries.ts';
import type { DashboardAnalytics } from '#shared/analytics/analytics.ts';
import type { Card } from '#shared/cards/cards.ts';
import type { Contact, ContactSummary } from '#shared/people/contacts.ts';
import { CardShelf } from './CardShelf.tsx';
import { Greeting } from './Greeting.tsx';
import { LoadingOverview } from './LoadingOverview.tsx';
import { NoCard } from './NoCard.tsx';
import { Numbers } from './Numbers.tsx';
import { Person } from './Person.tsx';
import { QuickActions } from './QuickActions.tsx';
import { ReadyCard } from './ReadyCard.tsx';

const HeldInstead = lazyAddition(async () => (await import('./HeldInstead.tsx')).HeldInstead, NoCard);

const LATEST_CONTACTS = 3;

/**
 * The dashboard: the place of the first card, then that card and its code until someone has seen it or there is another,
 * and from then on the cards, three numbers and the latest people.
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
    return (
      <>
        <Greeting look="large" />
        <LoadFailed error={error} retry={retry} />
      </>
    );
  }
  return cards.data && contacts.data ? (
    <Overview cards={cards.data} contacts={contacts.data} summary={summary.data} analytics={analytics.data} />
  ) : (
    <LoadingOverview />
  );
}

interface OverviewProps {
  cards: Card[];
  contacts: Contact[];
  summary: ContactSummary | undefined;
  analytics: DashboardAnalytics | undefined;
}

function Overview({ cards, contacts, summary, analytics }: OverviewProps) {
  const shown = featuredFirst(cards);
  const [first] = shown;
  const isSeen = contacts.length > 0 || cards.some(({ viewCount }) => viewCount > 0);
  const isHidden = useHidden(first) !== null;
  const isNew = cards.length === 1 && !isSeen && !isHidden;
  const numbers = (
    <Numbers cards={cards} contacts={summary} viewsByDay={analytics?.viewsByDay.map(({ views }) => views)} />
  );
  if (!first || isNew) {
    return (
      <div className="space-y-8">
        {first ? <ReadyCard card={first} /> : <NoOwnCard />}
        <div className="border-t border-line pt-6">{numbers}</div>
        {first && <QuickActions count={cards.length} isQuiet />}
      </div>
    );
  }
  const week = new Map(analytics?.cardAnalytics.map((card) => [card.cardId, card.viewsThisWeek]));
  return (
    <div className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,658fr)_minmax(0,398fr)] lg:gap-y-10">
      <div className="self-center">
        <Greeting look="large" />
      </div>
      <div className="max-lg:order-1 lg:justify-self-end">{numbers}</div>
      <CardShelf cards={shown} week={week} />
      <LatestContacts contacts={contacts} />
      <div className="max-lg:order-3">
        <QuickActions count={cards.length} />
      </div>
    </div>
  );
}

function NoOwnCard() {
  const isInTeam = useMyTeams().length > 0;
  if (!isInTeam) return <NoCard />;
  return (
    <Suspense fallback={<LoadingOverview />}>
      <HeldInstead />
    </Suspense>
  );
}

function LatestContacts({ contacts }: { contacts: Contact[] }) {
  const isOff = useIsExchangeOff();
  return (
    <section className="max-lg:order-2 max-lg:border-t max-lg:border-line max-lg:pt-6">
      <h2 className="mb-2 font-display text-xl">Latest contacts</h2>
      {contacts.length === 0 && (
        <p className="text-ink-2">
          {isOff ? <ExchangeOff /> : 'People appear here when they connect through your shared cards.'}
        </p>
      )}
      <ul className="divide-y divide-line">
        {contacts.slice(0, LATEST_CONTACTS).map((contact) => (
          <li key={contact.id}>
            <Person contact={contact} />
          </li>
        ))}
      </ul>
    </section>
  );
}
