import { useEffect, useState } from 'react';
import { LOAD_FAILED, messageOf } from '#app/frame/api/call.ts';
import { type Pages, usePages } from '#app/frame/api/pages.ts';
import { useDebounced } from '#app/frame/use-debounced.ts';
import type { AdminUser, UserOrder } from '#shared/operations/admin.ts';
import { ErrorState } from '#ui/States.tsx';
import { LoadingUsers } from './LoadingUsers.tsx';
import { PAGE_SIZE } from './list-users.ts';
import { UserPages } from './UserPages.tsx';
import { UserSearch } from './UserSearch.tsx';
import { type TableOrder, type UserColumn, UserTable } from './UserTable.tsx';

const COLUMNS = [
  'id',
  'fullName',
  'email',
  'username',
  'subscriptionStatus',
  'createdAt',
  'isAdmin',
] as const satisfies UserColumn[];

/** The columns the server can sort by; status and role are filters instead. */
const ORDERS: readonly UserColumn[] = [
  'id',
  'fullName',
  'email',
  'username',
  'createdAt',
] satisfies UserOrder[];

const NEWEST: TableOrder = { column: 'createdAt', isDescending: true };

/** Every user, searched, sorted and paged by the server: a hundred thousand are as fast as ten. */
export function AllUsers({ total }: { total: number | undefined }) {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState('');
  const [order, setOrder] = useState(NEWEST);
  const [asked, setPage] = useState(1);
  const fromStart =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setPage(1);
    };
  const { pages, page, wanted, isShort, known } = useUsers({ search, status, order, asked, total });
  const { rows, hasNext, error } = pages;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-3">
        <UserSearch
          search={search}
          onSearch={fromStart(setSearch)}
          status={status}
          onStatus={fromStart(setStatus)}
        />
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {rows && !(isShort && error) && sayRange(page, rows.length, known)}
        </p>
      </div>
      {error && (!rows || isShort) ? (
        <ErrorState
          message={messageOf(error, LOAD_FAILED)}
          onRetry={rows ? pages.fetchNext : pages.refetch}
        />
      ) : rows ? (
        <UserTable
          users={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
          caption="All users"
          columns={COLUMNS}
          ordered={ORDERS}
          order={order}
          onOrder={fromStart(setOrder)}
          whenEmpty={wanted ? `No user matches “${wanted}”.` : 'No users found.'}
          isBusy={pages.isOutdated || pages.isFetching}
        />
      ) : (
        <LoadingUsers />
      )}
      {rows && (
        <UserPages
          page={page}
          pages={known === undefined ? undefined : pagesOf(known)}
          hasNext={rows.length > page * PAGE_SIZE || hasNext}
          onPage={setPage}
        />
      )}
    </>
  );
}

interface Wanted {
  search: string;
  status: string;
  order: TableOrder;
  /** The page that was asked for, from 1. */
  asked: number;
  /** How many users there are without a search. */
  total: number | undefined;
}

/** The users of one page, as far as they are known. */
function useUsers({ search, status, order, asked, total }: Wanted) {
  const wanted = useDebounced(search).trim();
  const pages = usePages(
    'GET /api/admin/users',
    {
      q: wanted || undefined,
      status: status || undefined,
      order: order.column,
      direction: order.isDescending ? 'descending' : 'ascending',
    },
    PAGE_SIZE,
  );
  const { rows, hasNext } = pages;
  // Quick clicks may ask for a page beyond the end before the end is known.
  const page = rows && !hasNext ? Math.min(asked, pagesOf(rows.length)) : asked;
  const isShort = useFilledPage(pages, page);
  const all = wanted || status ? undefined : total;
  return { pages, page, wanted, isShort, known: rows && !hasNext ? rows.length : all };
}

const pagesOf = (users: number) => Math.max(1, Math.ceil(users / PAGE_SIZE));

/** A page of search results may come back short: the next ones fill it. Returns whether it is still short. */
function useFilledPage({ rows, hasNext, isFetching, error, fetchNext }: Pages<AdminUser>, page: number) {
  const isShort = rows !== undefined && rows.length < page * PAGE_SIZE && hasNext;
  const isWanted = isShort && !isFetching && !error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetching depends on what is missing, not on the function's identity
  useEffect(() => {
    if (isWanted) fetchNext();
  }, [isWanted]);
  return isShort;
}

/** "1–25 of 31 users", or "1–25 of 50+ users" until the end has been read. */
function sayRange(page: number, read: number, known: number | undefined): string {
  if (read === 0) return '0 users';
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.max(first, Math.min(page * PAGE_SIZE, read));
  const all = known?.toLocaleString() ?? `${read.toLocaleString()}+`;
  return `${first.toLocaleString()}–${last.toLocaleString()} of ${all} ${known === 1 ? 'user' : 'users'}`;
}
