import { Link } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { paths } from '#app/paths.ts';
import { DASHBOARD_CONTACTS_SHOWN } from '#shared/constants.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { buttonClass } from '#ui/Button.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { useContacts } from './dashboard.queries.ts';

/** The latest people. */
export function ContactsTab() {
  const { data: contacts, error, refetch } = useContacts();
  if (error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  if (!contacts) return <Skeleton className="h-64" />;
  if (contacts.length === 0) {
    return (
      <EmptyState
        title="No contacts yet"
        text="People appear here when they connect through your shared cards."
      />
    );
  }
  return (
    <>
      <ul className="divide-y divide-line border-y border-line">
        {contacts.slice(0, DASHBOARD_CONTACTS_SHOWN).map((contact) => (
          <li key={contact.id} className="flex items-center gap-4 py-4">
            <Avatar name={contact.fullName} image={contact.profileImage} />
            <div className="min-w-0">
              <p className="truncate text-lg">{contact.fullName}</p>
              <p className="truncate text-sm text-ink-2">{contact.company}</p>
            </div>
          </li>
        ))}
      </ul>
      <Link to={paths.contacts} className={`mt-6 ${buttonClass('secondary')}`}>
        View All {contacts.length} Contacts
      </Link>
    </>
  );
}
