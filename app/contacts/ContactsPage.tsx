import { Download } from 'lucide-react';
import { useDeferredValue, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { BackLink } from '#app/BackLink.tsx';
import { paths } from '#app/paths.ts';
import { saveFile } from '#app/save-file.ts';
import { contactsToCsv } from '#shared/csv.ts';
import { CONTACTS_FILE_NAME } from '#shared/file-names.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { ContactList } from './ContactList.tsx';
import { usePeople } from './contacts.queries.ts';
import { type ContactFilter, filterContacts, indexContacts } from './filter-contacts.ts';
import { ListToolbar, useListState } from './ListToolbar.tsx';
import type { Person } from './people.ts';
import { Unreviewed } from './Unreviewed.tsx';

/** Leads are not contacts yet, and stay out of the file, as they do in the server's. */
function exportContacts(people: readonly Person[]): void {
  const contacts = people.filter(({ isLead }) => !isLead);
  if (contacts.length === 0) {
    toast({ title: 'No contacts to export', description: 'Add some contacts first before exporting.' });
    return;
  }
  saveFile(contactsToCsv(contacts), 'text/csv;charset=utf-8', CONTACTS_FILE_NAME);
  toast({ title: 'Contacts exported', description: 'Your contacts have been exported to a CSV file.' });
}

/** The people one met. Search and filter stand in the URL, so that Back and reload keep them. */
export function ContactsPage() {
  const { people, error, refetch } = usePeople();
  const actions = (
    <>
      <Button variant="secondary" disabled={!people} onClick={() => exportContacts(people ?? [])}>
        <Download size={18} strokeWidth={1.5} aria-hidden="true" />
        Export Contacts
      </Button>
      <Link to={paths.cards} className={buttonClass('secondary')}>
        View My Cards
      </Link>
    </>
  );
  return (
    <>
      <title>My Contacts · Goldleaf</title>
      <BackLink />
      <PageHeader title="My Contacts" actions={actions} />
      <Unreviewed />
      {people ? (
        <People people={people} />
      ) : error ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={refetch} />
      ) : (
        <LoadingList />
      )}
    </>
  );
}

function People({ people }: { people: readonly Person[] }) {
  const { search, setSearch, filter, setFilter } = useListState();
  const searchBox = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(search);
  const index = useMemo(() => indexContacts(people), [people]);
  const shown = useMemo(() => filterContacts(index, wanted, filter, new Date()), [index, wanted, filter]);
  const isNarrowed = wanted.trim() !== '' || filter !== 'all';
  return (
    <>
      <div ref={searchBox} className="sticky top-0 z-10 -mx-6 bg-paper px-6 py-3 lg:-mx-12 lg:px-12">
        <div className="flex flex-wrap items-center gap-3 *:first:flex-1 *:first:basis-40">
          <ListToolbar search={search} setSearch={setSearch} filter={filter} setFilter={setFilter} />
        </div>
        <p role="status" className="mt-2 text-sm text-ink-2 tabular-nums">
          {isNarrowed && `${shown.length.toLocaleString()} of `}
          {countOf(people)}
        </p>
      </div>
      {people.length === 0 ? (
        <NoContacts />
      ) : shown.length === 0 ? (
        <NoMatches
          search={wanted}
          filter={filter}
          onClear={() => {
            setSearch('');
            setFilter('all');
            searchBox.current?.querySelector('input')?.focus();
          }}
        />
      ) : (
        <ContactList
          people={shown}
          onGone={() => searchBox.current?.querySelector('input')?.focus({ preventScroll: true })}
        />
      )}
    </>
  );
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString()} ${count === 1 ? one : many}`;

/** "60 contacts", "1 contact and 2 leads" */
function countOf(people: readonly Person[]): string {
  const leads = people.filter(({ isLead }) => isLead).length;
  const contacts = counted(people.length - leads, 'contact', 'contacts');
  return leads === 0 ? contacts : `${contacts} and ${counted(leads, 'lead', 'leads')}`;
}

function NoContacts() {
  const action = (
    <Link to={paths.cards} className={buttonClass()}>
      Share a card
    </Link>
  );
  return (
    <EmptyState
      title="No contacts yet"
      text="People appear here when they connect with you via your shared QR codes."
      action={action}
    />
  );
}

function NoMatches({
  search,
  filter,
  onClear,
}: {
  search: string;
  filter: ContactFilter;
  onClear: () => void;
}) {
  const among =
    filter === 'favorites'
      ? 'among your favorites'
      : filter === 'recent'
        ? 'in the last 30 days'
        : 'in your contacts';
  const action = (
    <Button variant="secondary" onClick={onClear}>
      Show all contacts
    </Button>
  );
  const text = search.trim()
    ? `Nobody ${among} matches “${search.trim()}”.`
    : `There is nobody ${among} yet.`;
  return <EmptyState title="No matching contacts" text={text} action={action} />;
}

function LoadingList() {
  return (
    <div role="status" aria-label="Loading contacts" className="space-y-4">
      <Skeleton className="h-11" />
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-32" />
      ))}
    </div>
  );
}
