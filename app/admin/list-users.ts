import type { AdminUser } from '#shared/admin.ts';

/** What a table of users shows of its list: who matches, in which order, on which page. */

export type UserColumn = keyof AdminUser;

export interface UserOrder {
  column: UserColumn;
  isDescending: boolean;
}

export const PAGE_SIZE = 25;

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Those whose id, name, email, username or status contains the text, in any case. */
export function findUsers(users: readonly AdminUser[], search: string): AdminUser[] {
  const wanted = search.trim().toLowerCase();
  return users.filter(({ id, fullName, email, username, subscriptionStatus }) =>
    [id, fullName, email, username, subscriptionStatus].join('\n').toLowerCase().includes(wanted),
  );
}

function compare(a: AdminUser, b: AdminUser, column: UserColumn): number {
  if (column === 'isAdmin') return Number(b.isAdmin) - Number(a.isAdmin);
  // Moments of ISO 8601 in UTC sort as texts.
  if (column === 'createdAt') return a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt);
  return collator.compare(a[column], b[column]);
}

/** A sorted copy; equals keep the order of the list. */
export function sortUsers(users: readonly AdminUser[], { column, isDescending }: UserOrder): AdminUser[] {
  return [...users].sort((a, b) => compare(a, b, column) * (isDescending ? -1 : 1));
}

export interface UserPage {
  users: AdminUser[];
  /** Counted from 1; a page that is no longer there is the last one. */
  page: number;
  pages: number;
}

export function pageOfUsers(users: readonly AdminUser[], wanted: number): UserPage {
  const pages = Math.max(1, Math.ceil(users.length / PAGE_SIZE));
  const page = Math.min(Math.max(1, wanted), pages);
  return { users: users.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE), page, pages };
}
