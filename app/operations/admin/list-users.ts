import type { AdminUser } from '#shared/operations/admin.ts';

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compareUsers(a: AdminUser, b: AdminUser, column: Exclude<keyof AdminUser, 'suspendedAt'>): number {
  if (column === 'isAdmin') return Number(b.isAdmin) - Number(a.isAdmin);
  // ISO 8601 timestamps in UTC sort as text.
  if (column === 'createdAt') return a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt);
  return collator.compare(a[column], b[column]);
}

/** A sorted copy of a short list; equal items keep their order. */
export function sortUsers(
  users: readonly AdminUser[],
  { column, isDescending }: { column: Exclude<keyof AdminUser, 'suspendedAt'>; isDescending: boolean },
): AdminUser[] {
  return [...users].sort((a, b) => compareUsers(a, b, column) * (isDescending ? -1 : 1));
}
