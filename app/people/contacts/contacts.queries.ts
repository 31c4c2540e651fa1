import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isAllHere } from '#app/frame/api/account-here.ts';
import { call, findFile, forOneself, fromServer, urlOf } from '#app/frame/api/call.ts';
import { type Pages, pagesKey, patchPages, usePages } from '#app/frame/api/pages.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { DASHBOARD_CONTACTS_SHOWN } from '#shared/contract/constants.ts';
import { CONTACTS_FILE_NAME, contactsFileName } from '#shared/formats/file-names.ts';
import { type ContactFilter, isListed } from '#shared/people/contact-filters.ts';
import type { Contact, ContactSummary, Person } from '#shared/people/contacts.ts';
import { type ToastMessage, toast } from '#ui/Toast.tsx';

/** Calls of the contacts feature; the first element of each key is the URL (section 7). */

export const PEOPLE_ROUTE = 'GET /api/contacts/people';
export const PEOPLE_A_PAGE = 100;
const START_OF_TIME = new Date(0);
const LATEST = { query: { limit: DASHBOARD_CONTACTS_SHOWN } };
export const latestKey = [urlOf('GET /api/contacts', LATEST)] as const;
export const summaryKey = [urlOf('GET /api/contacts/summary')] as const;

/** Every list of people is read again when it is shown next. */
export function listsChanged(client: QueryClient): void {
  for (const queryKey of [pagesKey(PEOPLE_ROUTE), latestKey, summaryKey])
    void client.invalidateQueries({ queryKey });
}

/** The latest contacts; refetched whenever a screen with them opens (section 4). */
export function useLatestContacts() {
  return useQuery({
    queryKey: latestKey,
    queryFn: () => call('GET /api/contacts', LATEST),
    refetchOnMount: 'always',
  });
}

/** How many people the owner knows. */
export function useContactSummary() {
  return useQuery({
    queryKey: summaryKey,
    queryFn: () => call('GET /api/contacts/summary'),
    refetchOnMount: 'always',
  });
}

/** Contacts and leads in one list, searched and filtered by the server, as far as the user has scrolled. */
export function usePeople(
  search: string,
  filter: ContactFilter,
  tag: string,
  enabled: boolean,
): Pages<Person> {
  const query = {
    q: search.trim() || undefined,
    filter: filter === 'all' ? undefined : filter,
    tag: tag || undefined,
  };
  const pages = usePages(PEOPLE_ROUTE, query, PEOPLE_A_PAGE, undefined, enabled);
  const { rows } = pages;
  // A change takes its row out of a list that it is no longer in. Who is recent only the server's clock knows.
  const kept = useMemo(
    () => rows?.filter((person) => isListed(person, { filter, tag }, START_OF_TIME)),
    [rows, filter, tag],
  );
  return { ...pages, rows: kept };
}

function replacePerson(client: QueryClient, id: string, change: (person: Person) => Person): void {
  patchPages(client, PEOPLE_ROUTE, (people) =>
    people.map((person) => (person.id === id ? change(person) : person)),
  );
}

/** Removes a person from every list and from the counts. */
function removePerson(client: QueryClient, id: string, kind: 'contacts' | 'leads'): void {
  patchPages(client, PEOPLE_ROUTE, (people) => people.filter((person) => person.id !== id));
  changeCounts(client, { [kind]: -1 });
}

function changeCounts(client: QueryClient, change: { contacts?: number; leads?: number }): void {
  client.setQueryData<ContactSummary>(
    summaryKey,
    (counts) =>
      counts && {
        ...counts,
        contacts: counts.contacts + (change.contacts ?? 0),
        leads: counts.leads + (change.leads ?? 0),
      },
  );
}

const FAVORITE = ['favorite contact'] as const;
/** The lists of which a read was ended for a change of a favorite. */
const ended = new Set<string>();

/** Toggles a favorite at once in its row, and reverts it if the server refuses. */
export function useToggleFavorite(contactId: string) {
  const client = useQueryClient();
  const show = (id: string, isFavorite: boolean) =>
    replacePerson(client, id, (person) => ({ ...person, isFavorite }));
  return useMutation({
    mutationKey: FAVORITE,
    // Each arrives after the one before.
    scope: { id: `favorite ${contactId}` },
    mutationFn: ({ id, isFavorite }: Pick<Person, 'id' | 'isFavorite'>) =>
      call('POST /api/contacts/{id}/favorite', { params: { id }, body: { isFavorite: !isFavorite } }),
    meta: { failure: { fallback: 'Failed to change the favorite. Please try again.' } },
    async onMutate({ id, isFavorite }) {
      const lists = { queryKey: pagesKey(PEOPLE_ROUTE) };
      // A page that is still loading was read before this change.
      const reading = client.getQueryCache().findAll({ ...lists, fetchStatus: 'fetching' });
      for (const { queryHash } of reading) ended.add(queryHash);
      await client.cancelQueries(lists);
      show(id, !isFavorite);
    },
    onError: (_error, { id, isFavorite }) => show(id, isFavorite),
    onSettled() {
      // After several quick clicks the last one counts.
      if (client.isMutating({ mutationKey: FAVORITE }) > 1) return;
      const wasEnded = ({ queryHash }: { queryHash: string }) => ended.has(queryHash);
      void client.invalidateQueries({ queryKey: pagesKey(PEOPLE_ROUTE), predicate: wasEnded });
      ended.clear();
    },
    onSuccess({ id, isFavorite }) {
      if (client.isMutating({ mutationKey: FAVORITE }) > 1) return;
      show(id, isFavorite);
      if (!isFavorite) return;
      const isOfFavorites = ({ queryKey }: { queryKey: readonly unknown[] }) =>
        JSON.stringify(queryKey).includes('"filter":"favorites"');
      void client.invalidateQueries({ queryKey: pagesKey(PEOPLE_ROUTE), predicate: isOfFavorites });
    },
  });
}

export function useChangeNotes() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, notes }: { id: string; notes: string }) =>
      call('PATCH /api/contacts/{id}', { params: { id }, body: { notes } }),
    meta: { failure: { fallback: 'Failed to save the notes. Please try again.' } },
    onSuccess: ({ id, notes }) => replacePerson(client, id, (person) => ({ ...person, notes })),
  });
}

export function useDeleteContact() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/contacts/{id}', { params: { id } }),
    meta: { failure: { always: 'Failed to delete contact. Please try again.' } },
    onSuccess({ id }) {
      removePerson(client, id, 'contacts');
      toast({ title: 'Success', description: 'Contact deleted successfully!' });
    },
  });
}

const toPerson = ({ userId: _userId, social: _social, source: _source, ...contact }: Contact): Person => ({
  ...contact,
  isLead: false,
});

/** Turns a lead into a contact, which takes the lead's place in the list. */
export function useConvertLead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('POST /api/contacts/leads/{id}/convert', { params: { id } }),
    meta: { failure: { fallback: 'Failed to add the contact. Please try again.' } },
    onSuccess(contact) {
      replacePerson(client, contact.id, () => toPerson(contact));
      changeCounts(client, { contacts: 1, leads: -1 });
      toast({ title: 'Contact added', description: `${contact.fullName} is now one of your contacts.` });
    },
  });
}

export function useDeleteLead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/contacts/leads/{id}', { params: { id } }),
    meta: { failure: { fallback: 'Failed to delete lead. Please try again.' } },
    onSuccess({ id }) {
      removePerson(client, id, 'leads');
      toast({ title: 'Success', description: 'Lead deleted successfully!' });
    },
  });
}

const NONE_TO_SAVE: ToastMessage = {
  title: 'No contacts to export',
  description: 'Add some contacts first before exporting.',
};

interface SaveOptions {
  /** Named with the date if left out. */
  name?: typeof CONTACTS_FILE_NAME;
  saved: ToastMessage;
}
const FROM_LIST: SaveOptions = {
  name: CONTACTS_FILE_NAME,
  saved: { title: 'Contacts exported', description: 'Your contacts have been exported to a CSV file.' },
};

/**
 * Saves all contacts as CSV, including those not loaded yet; leads are not contacts yet, and are left out. Those of this
 * screen's account, unless a team is named.
 */
export function useSaveContacts({ name, saved } = FROM_LIST) {
  return useMutation({
    async mutationFn(account: string | undefined) {
      const of = account ? { account } : {};
      const countFor = () => fromServer(() => call('GET /api/contacts/summary', { query: of }));
      // In sight are those of all accounts; without a team, one's own are saved.
      const { contacts } = await (isAllHere() && !account ? forOneself(countFor) : countFor());
      if (contacts === 0) return null;
      return findFile('GET /api/contacts/export', { query: { format: 'csv', ...(name && { name }), ...of } });
    },
    meta: {
      isDownload: true,
      failure: { title: 'Export Failed', always: 'Unable to export contacts. Please try again.' },
    },
    onSuccess(address) {
      if (address) saveFrom(address, name ?? contactsFileName(new Date()));
      toast(address ? saved : NONE_TO_SAVE);
    },
  });
}

/** Saves the contacts of the list, as it is narrowed, in another format. */
export function useSaveContactsAs(narrowed: {
  q: string | undefined;
  filter: ContactFilter;
  tag: string | undefined;
}) {
  return useMutation({
    mutationFn: (format: 'csv' | 'vcard3' | 'vcard4' | 'json') =>
      findFile('GET /api/contacts/export', {
        query: { ...narrowed, format, ...(format === 'csv' ? { columns: 'all' as const } : {}) },
      }),
    meta: {
      isDownload: true,
      failure: { title: 'Export Failed', always: 'Unable to export contacts. Please try again.' },
    },
    onSuccess(address) {
      saveFrom(address);
      toast({ title: 'Contacts exported', description: 'Your contacts have been exported to a file.' });
    },
  });
}
