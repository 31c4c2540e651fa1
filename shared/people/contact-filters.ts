import { RECENT_CONTACT_DAYS } from '#shared/contract/constants.ts';
import { LEAD_STATUSES, type LeadStatus } from '#shared/contract/lead-questions.ts';
import { DAY_MS } from '#shared/formats/time.ts';

/** The filters of the list of people. No schema library here, so that screens can import them alone. */

export const CONTACT_FILTERS = ['all', 'recent', 'favorites', 'notFollowedUp', ...LEAD_STATUSES] as const;
export type ContactFilter = (typeof CONTACT_FILTERS)[number];

interface FilteredPerson {
  isLead: boolean;
  isFavorite: boolean;
  followedUpAt: string | null;
  leadStatus: LeadStatus | null;
  createdAt: string;
  tags: string[];
}

/** Whether a list narrowed so shows the person; `listedBy` of the server is the same in SQL. */
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
