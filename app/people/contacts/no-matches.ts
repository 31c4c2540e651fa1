import type { ContactFilter } from '#shared/people/contact-filters.ts';

interface Narrowed {
  search: string;
  filter: ContactFilter;
  /** '' for none. */
  tag: string;
}

/** Says that a narrowed list has no one; `whose`: "your contacts", of the account whose list it is. */
export function sayNoMatches({ search, filter, tag }: Narrowed, whose: (noun: string) => string): string {
  const tagged = tag ? ` with the tag “${tag}”` : '';
  const wanted = search.trim();
  if (filter === 'notFollowedUp')
    return wanted
      ? `No one${tagged} who is waiting for a follow-up matches “${wanted}.”`
      : `No one${tagged} is waiting for a follow-up.`;
  const place =
    filter === 'all'
      ? `in ${whose('contacts')}`
      : filter === 'recent'
        ? 'in the last 30 days'
        : `among ${whose(filter === 'favorites' ? filter : `${filter} leads`)}`;
  return `No one ${place}${tagged} ${wanted ? `matches “${wanted}.”` : 'yet.'}`;
}
