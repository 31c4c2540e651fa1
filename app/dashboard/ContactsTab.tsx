import { Link } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useContacts } from '#app/contacts/contacts.queries.ts';
import { paths } from '#app/paths.ts';
import { DASHBOARD_CONTACTS_SHOWN } from '#shared/constants.ts';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { Person } from './Person.tsx';

/** The latest people. */
export function ContactsTab() {
  const { data: contacts, error, refetch } = useContacts();
  if (!contacts && error) {
    return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  }
  if (!contacts) return <Skeleton className="h-96" />;
  if (contacts.length === 0) {
    const action = (
      <Link to={paths.dashboardTab('cards')} className={buttonClass('secondary')}>
        Share a card
      </Link>
    );
    return (
      <EmptyState
        title="No contacts yet"
        text="People appear here when they connect through your shared cards."
        action={action}
      />
    );
  }
  return (
    <>
      <h2 className="mb-4 font-display text-xl">Latest contacts</h2>
      <ul className="divide-y divide-line border-y border-line">
        {contacts.slice(0, DASHBOARD_CONTACTS_SHOWN).map((contact) => (
          <li key={contact.id} className="py-4">
            <Person contact={contact} />
          </li>
        ))}
      </ul>
      <Link to={paths.contacts} className={`mt-6 ${buttonClass('secondary')}`}>
        View All {contacts.length} Contacts
      </Link>
    </>
  );
}
