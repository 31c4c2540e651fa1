import { useState } from 'react';
import { usePages } from '#app/frame/api/pages.ts';
import { useDebounced } from '#app/frame/use-debounced.ts';
import { PagedTable } from '#app/operations/parts/PagedTable.tsx';
import { PAGE_SIZE, useTablePages } from '#app/operations/parts/use-table-pages.ts';
import type { UserOrder } from '#shared/operations/admin.ts';
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
  const { pages, wanted, table } = useUsers({ search, status, order, asked, total });
  return (
    <PagedTable
      pages={pages}
      table={table}
      noun="user"
      filters={
        <UserSearch
          search={search}
          onSearch={fromStart(setSearch)}
          status={status}
          onStatus={fromStart(setStatus)}
        />
      }
      onPage={setPage}
    >
      {(users) => (
        <UserTable
          users={users}
          caption="All users"
          columns={COLUMNS}
          ordered={ORDERS}
          order={order}
          onOrder={fromStart(setOrder)}
          whenEmpty={wanted ? `No user matches “${wanted}”.` : 'No users found.'}
          isBusy={pages.isOutdated || pages.isFetching}
        />
      )}
    </PagedTable>
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
  return { pages, wanted, table: useTablePages(pages, asked, wanted || status ? undefined : total) };
}
