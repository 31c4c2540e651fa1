export const PEOPLE_FILTERS = [
  { value: 'all', label: 'All Contacts' },
  { value: 'recent', label: 'Recent' },
  { value: 'favorites', label: 'Favorites' },
  { value: 'notFollowedUp', label: 'Not followed up yet' },
] as const;
export const LEAD_FILTERS = [
  { value: 'new', label: 'New leads' },
  { value: 'contacted', label: 'Contacted leads' },
  { value: 'won', label: 'Won leads' },
  { value: 'lost', label: 'Lost leads' },
] as const;
const CONTACT_FILTERS = [...PEOPLE_FILTERS, ...LEAD_FILTERS];
export type ContactFilter = (typeof CONTACT_FILTERS)[number]['value'];

/** The filter named in the URL; anything else means all. */
export function filterNamed(name: string | null): ContactFilter {
  return CONTACT_FILTERS.find(({ value }) => value === name)?.value ?? 'all';
}
