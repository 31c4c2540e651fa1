import { RECENT_CONTACT_DAYS } from '#shared/constants.ts';
import type { Contact } from '#shared/contacts.ts';

export const CONTACT_FILTERS = [
  { value: 'all', label: 'All Contacts' },
  { value: 'recent', label: 'Recent' },
  { value: 'favorites', label: 'Favorites' },
] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number]['value'];

/** The filter named in the URL; anything else means all. */
export function filterNamed(name: string | null): ContactFilter {
  return CONTACT_FILTERS.find(({ value }) => value === name)?.value ?? 'all';
}

export type Searchable = Pick<Contact, 'fullName' | 'email' | 'company' | 'isFavorite' | 'createdAt'>;

/** What is typed and what is kept compare without case, and "é" typed as one character or as two. */
const comparable = (text: string) => text.normalize('NFC').toLowerCase();

export interface SearchIndex<T> {
  contact: T;
  text: string;
}

/** Each contact with what a search looks through (section 5: name, email, company), made once per list. */
export function indexContacts<T extends Searchable>(contacts: readonly T[]): SearchIndex<T>[] {
  return contacts.map((contact) => {
    const fields = [contact.fullName, contact.email ?? '', contact.company ?? ''];
    // A line feed is in no field, so that no match can span two.
    return { contact, text: comparable(fields.join('\n')) };
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The contacts that match the search and the filter; recent are those of the last 30 days before `now`. */
export function filterContacts<T extends Searchable>(
  index: readonly SearchIndex<T>[],
  search: string,
  filter: ContactFilter,
  now: Date,
): T[] {
  const wanted = comparable(search.trim());
  const oldest = now.getTime() - RECENT_CONTACT_DAYS * DAY_MS;
  return index
    .filter(({ contact, text }) => {
      if (filter === 'favorites' && !contact.isFavorite) return false;
      if (filter === 'recent' && Date.parse(contact.createdAt) < oldest) return false;
      return text.includes(wanted);
    })
    .map(({ contact }) => contact);
}
