import { ExchangeOff, useIsExchangeOff } from '#app/accounts/privacy/ExchangeOff.tsx';
import { NextStep } from '#app/cards/cards/NextStep.tsx';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { useContactSummary, useLatestContacts } from '#app/people/contacts/contacts.queries.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState } from '#ui/States.tsx';
import { Person } from './Person.tsx';

/** The latest people. */
export function ContactsTab() {
  const latest = useLatestContacts();
  const summary = useContactSummary();
  const isOff = useIsExchangeOff();
  const contacts = latest.data;
  const error = (!contacts && latest.error) || (!summary.data && summary.error);
  if (error) {
    const retry = () => {
      void latest.refetch();
      void summary.refetch();
    };
    return <LoadFailed error={error} retry={retry} />;
  }
  if (!contacts || !summary.data) return <Skeleton className="h-96" />;
  if (contacts.length === 0) {
    return (
      <EmptyState
        title="No contacts yet"
        text={isOff ? <ExchangeOff /> : 'People appear here when they connect through your shared cards.'}
        action={!isOff && <NextStep />}
      />
    );
  }
  return (
    <>
      <h2 className="mb-4 font-display text-xl">Latest contacts</h2>
      <ul className="divide-y divide-line border-y border-line">
        {contacts.map((contact) => (
          <li key={contact.id}>
            <Person contact={contact} />
          </li>
        ))}
      </ul>
      <Link to={paths.contacts} className={`mt-6 ${buttonClass('secondary')}`}>
        View All {summary.data.contacts.toLocaleString()} Contacts
      </Link>
    </>
  );
}
