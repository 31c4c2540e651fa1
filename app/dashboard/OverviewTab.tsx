import { Contact, CreditCard, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useCards } from '#app/cards/cards.queries.ts';
import { paths } from '#app/paths.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { useContacts } from './dashboard.queries.ts';

/** Three numbers and the three things one comes here to do. */
export function OverviewTab() {
  const cards = useCards();
  const contacts = useContacts();
  const error = cards.error ?? contacts.error;
  if (error) {
    const retry = () => {
      void cards.refetch();
      void contacts.refetch();
    };
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={retry} />;
  }
  const views = cards.data?.reduce((sum, card) => sum + card.viewCount, 0);
  return (
    <div className="space-y-10">
      <dl className="grid gap-px overflow-hidden rounded-surface border border-line bg-line sm:grid-cols-3">
        <Count label="Total Cards" value={cards.data?.length} />
        <Count label="Contacts" value={contacts.data?.length} />
        <Count label="Total Views" value={views} />
      </dl>
      <section>
        <h2 className="font-display text-xl">Quick actions</h2>
        <div className="mt-4 grid gap-3 sm:grid-cols-3">
          <QuickAction to={paths.createCard} icon={<Plus size={20} strokeWidth={1.5} />}>
            Create New Card
          </QuickAction>
          <QuickAction to={paths.contacts} icon={<Contact size={20} strokeWidth={1.5} />}>
            Manage Contacts
          </QuickAction>
          <QuickAction to={paths.cards} icon={<CreditCard size={20} strokeWidth={1.5} />}>
            View My Cards
          </QuickAction>
        </div>
      </section>
    </div>
  );
}

function Count({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div className="bg-surface p-6">
      <dt className="text-ink-2">{label}</dt>
      <dd className="mt-1 font-display text-3xl font-light tabular-nums">
        {value === undefined ? <Skeleton className="h-11 w-16" /> : value.toLocaleString()}
      </dd>
    </div>
  );
}

function QuickAction({ to, icon, children }: { to: string; icon: ReactNode; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="flex min-h-16 items-center gap-4 rounded-surface border border-line bg-surface px-5 font-medium transition-colors hover:border-control"
    >
      <span aria-hidden="true" className="text-gold-ink">
        {icon}
      </span>
      {children}
    </Link>
  );
}
