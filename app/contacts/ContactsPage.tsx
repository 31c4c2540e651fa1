import { Download, Search } from 'lucide-react';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { BackLink } from '#app/BackLink.tsx';
import { paths } from '#app/paths.ts';
import { saveFile } from '#app/save-file.ts';
import type { Contact } from '#shared/contacts.ts';
import { contactsToCsv } from '#shared/csv.ts';
import { contactsFileName } from '#shared/file-names.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Input, Select } from '#ui/Field.tsx';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { EmptyState, ErrorState } from '#ui/States.tsx';
import { toast } from '#ui/Toast.tsx';
import { ContactList } from './ContactList.tsx';
import { useContacts } from './contacts.queries.ts';
import {
  CONTACT_FILTERS,
  type ContactFilter,
  filterContacts,
  filterNamed,
  indexContacts,
} from './filter-contacts.ts';

/** How long typing rests before the URL follows: browsers refuse more than a few changes of address a second. */
const URL_FOLLOWS_MS = 300;

function exportContacts(contacts: readonly Contact[]): void {
  if (contacts.length === 0) {
    toast({ title: 'No contacts to export', description: 'Add some contacts first before exporting.' });
    return;
  }
  saveFile(contactsToCsv([...contacts]), 'text/csv;charset=utf-8', contactsFileName(new Date()));
  toast({ title: 'Contacts exported', description: 'Your contacts have been exported to a CSV file.' });
}

/** The people one met. Search and filter stand in the URL, so that Back and reload keep them. */
export function ContactsPage() {
  const { data: contacts, error, refetch } = useContacts();
  const actions = (
    <>
      <Button variant="secondary" disabled={!contacts} onClick={() => exportContacts(contacts ?? [])}>
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
      {contacts ? (
        <Contacts contacts={contacts} />
      ) : error ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <LoadingList />
      )}
    </>
  );
}

function Contacts({ contacts }: { contacts: readonly Contact[] }) {
  const { search, setSearch, filter, setFilter } = useListState();
  const searchBox = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(search);
  const index = useMemo(() => indexContacts(contacts), [contacts]);
  const shown = useMemo(() => filterContacts(index, wanted, filter, new Date()), [index, wanted, filter]);
  if (contacts.length === 0) return <NoContacts />;
  const total = contacts.length.toLocaleString();
  const isNarrowed = wanted.trim() !== '' || filter !== 'all';
  return (
    <>
      <div ref={searchBox} className="sticky top-0 z-10 -mx-6 bg-paper px-6 py-3 lg:-mx-12 lg:px-12">
        <div className="flex flex-wrap items-center gap-3 *:first:flex-1 *:first:basis-40">
          <Toolbar search={search} setSearch={setSearch} filter={filter} setFilter={setFilter} />
        </div>
        <p role="status" className="mt-2 text-sm text-ink-2 tabular-nums">
          {isNarrowed ? `${shown.length.toLocaleString()} of ${total}` : total}{' '}
          {contacts.length === 1 ? 'contact' : 'contacts'}
        </p>
      </div>
      {shown.length === 0 ? (
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
          contacts={shown}
          onGone={() => searchBox.current?.querySelector('input')?.focus({ preventScroll: true })}
        />
      )}
    </>
  );
}

interface ListState {
  search: string;
  setSearch: (search: string) => void;
  filter: ContactFilter;
  setFilter: (filter: ContactFilter) => void;
}

function useListState(): ListState {
  const [address, setAddress] = useSearchParams();
  const [search, setSearch] = useState(address.get('search') ?? '');
  const [filter, setFilter] = useState(filterNamed(address.get('filter')));
  useEffect(() => {
    const timer = setTimeout(() => {
      const next = new URLSearchParams();
      if (search) next.set('search', search);
      if (filter !== 'all') next.set('filter', filter);
      if (next.toString() === new URLSearchParams(window.location.search).toString()) return;
      setAddress(next, { replace: true, preventScrollReset: true });
    }, URL_FOLLOWS_MS);
    return () => clearTimeout(timer);
  }, [search, filter, setAddress]);
  return { search, setSearch, filter, setFilter };
}

function Toolbar({ search, setSearch, filter, setFilter }: ListState) {
  return (
    <>
      <div className="relative">
        <Search
          size={18}
          strokeWidth={1.5}
          aria-hidden="true"
          className="pointer-events-none absolute top-3 left-3.5 z-1 text-ink-2"
        />
        <Input
          label="Search contacts"
          isLabelHidden
          type="search"
          placeholder="Search contacts..."
          className="pl-11"
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      <Select
        label="Show"
        isLabelHidden
        value={filter}
        onChange={(event) => setFilter(filterNamed(event.target.value))}
      >
        {CONTACT_FILTERS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </>
  );
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
