import { RECENT_CONTACT_DAYS } from '#shared/contract/constants.ts';
import type { LeadStatus } from '#shared/contract/lead-questions.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** `notFollowedUp`: contacts the owner has not written to yet. A status: leads, and contacts that were leads, which have it. */
export type ContactFilter = 'all' | 'recent' | 'favorites' | 'notFollowedUp' | LeadStatus;

interface FilteredPerson {
  isLead: boolean;
  isFavorite: boolean;
  followedUpAt: string | null;
  leadStatus: LeadStatus | null;
  createdAt: string;
  tags: string[];
}

/** True if a list narrowed so shows the person; `listedBy` of the server is the same in SQL. */
export function isListed(
  person: FilteredPerson,
  { filter = 'all', tag }: { filter?: ContactFilter | undefined; tag?: string | undefined },
  now: Date,
): boolean {
  if (tag && !person.tags.includes(tag)) return false;
  switch (filter) {
    case 'all':
      return true;
    case 'favorites':
      return person.isFavorite;
    case 'recent':
      return Date.parse(person.createdAt) >= now.getTime() - RECENT_CONTACT_DAYS * DAY_MS;
    case 'notFollowedUp':
      return !person.isLead && !person.followedUpAt;
    default:
      return person.leadStatus === filter;
  }
}
