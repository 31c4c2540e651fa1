import { useEffect, useState } from 'react';
import { LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { usePages } from '#app/api/pages.ts';
import { useSettled } from '#app/use-settled.ts';
import type { AdminUser, UserOrder, UsersQuery } from '#shared/admin.ts';
import { Input, Select } from '#ui/Field.tsx';
import { ErrorState } from '#ui/States.tsx';
import { LoadingUsers } from './LoadingUsers.tsx';
import { PAGE_SIZE } from './list-users.ts';
import { UserPages } from './UserPages.tsx';
import { type TableOrder, UserTable } from './UserTable.tsx';

const COLUMNS = [
  'id',
  'fullName',
  'email',
  'username',
  'subscriptionStatus',
  'createdAt',
  'isAdmin',
] as const satisfies (keyof AdminUser)[];

/** What the server orders by; of a status or a right one is shown alone instead. */
const ORDERS: readonly (keyof AdminUser)[] = [
  'id',
  'fullName',
  'email',
  'username',
  'createdAt',
] satisfies UserOrder[];

const STANDINGS = [
  ['', 'All users'],
  ['trial', 'Trial'],
  ['active', 'Active'],
  ['expired', 'Expired'],
  ['cancelled', 'Cancelled'],
  ['admin', 'Administrators'],
] as const satisfies (readonly [UsersQuery['status'] | '', string])[];

const NEWEST: TableOrder = { column: 'createdAt', isDescending: true };

/** Every user, searched, ordered and paged by the server: a hundred thousand are as quick as ten. */
export function AllUsers({ total }: { total: number | undefined }) {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState('');
  const [order, setOrder] = useState(NEWEST);
  const [page, setPage] = useState(1);
  const wanted = useSettled(search).trim();
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
  const { rows, hasNext, isFetching, error, fetchNext } = pages;
  // A page of a search may end early: the next ones fill it.
  const isShort = rows !== undefined && rows.length < page * PAGE_SIZE && hasNext && !isFetching && !error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asking depends on what is missing, not on the function's identity
  useEffect(() => {
    if (isShort) fetchNext();
  }, [isShort]);
  if (!rows && error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={pages.refetch} />;
  if (!rows) return <LoadingUsers />;
  const known = hasNext ? (wanted || status ? undefined : total) : rows.length;
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2 pb-3">
        <div className="flex w-full flex-wrap gap-3 *:first:flex-1 *:first:basis-40 sm:w-auto">
          <Input
            label="Search users"
            isLabelHidden
            type="search"
            placeholder="Search users..."
            autoComplete="off"
            value={search}
            onChange={(event) => {
              setSearch(event.target.value);
              setPage(1);
            }}
          />
          <Select
            label="Show"
            isLabelHidden
            value={status}
            onChange={(event) => {
              setStatus(event.target.value);
              setPage(1);
            }}
          >
            {STANDINGS.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </div>
        <p role="status" className="text-sm text-ink-2 tabular-nums">
          {rangeOf(page, rows.length, known)}
        </p>
      </div>
      <UserTable
        users={rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)}
        caption="All users"
        columns={COLUMNS}
        ordered={ORDERS}
        order={order}
        onOrder={(next) => {
          setOrder(next);
          setPage(1);
        }}
        whenEmpty={wanted ? `No user matches “${wanted}”.` : 'No such users.'}
        isBusy={pages.isOutdated || isFetching}
      />
      <UserPages
        page={page}
        pages={known === undefined ? undefined : Math.max(1, Math.ceil(known / PAGE_SIZE))}
        hasNext={rows.length > page * PAGE_SIZE || hasNext}
        onPage={setPage}
      />
    </>
  );
}

/** "1–25 of 31 users", and "1–25 of 50+ users" while the end has not been read. */
function rangeOf(page: number, read: number, known: number | undefined): string {
  if (read === 0) return '0 users';
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.max(first, Math.min(page * PAGE_SIZE, read));
  const all = known?.toLocaleString() ?? `${read.toLocaleString()}+`;
  return `${first.toLocaleString()}–${last.toLocaleString()} of ${all} ${known === 1 ? 'user' : 'users'}`;
}
