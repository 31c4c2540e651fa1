import type { ContactFilter } from '#shared/people/contact-filters.ts';

interface FilterChoice {
  value: ContactFilter;
  label: string;
}

export const PEOPLE_FILTERS: readonly FilterChoice[] = [
  { value: 'all', label: 'All Contacts' },
  { value: 'recent', label: 'Recent' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'notFollowedUp', label: 'Not followed up yet' },
];
export const LEAD_FILTERS: readonly FilterChoice[] = [
  { value: 'new', label: 'New leads' },
  { value: 'contacted', label: 'Contacted leads' },
  { value: 'won', label: 'Won leads' },
  { value: 'lost', label: 'Lost leads' },
];
const CONTACT_FILTERS = [...PEOPLE_FILTERS, ...LEAD_FILTERS];

/** The filter named in the URL; anything else means all. */
export function filterNamed(name: string | null): ContactFilter {
  return CONTACT_FILTERS.find(({ value }) => value === name)?.value ?? 'all';
}
