import { useState } from 'react';
import { LoadFailed } from '#app/frame/LoadFailed.tsx';
import { LoadingTable } from '#app/operations/parts/LoadingTable.tsx';
import { ADMIN_RECENT_USERS } from '#shared/contract/constants.ts';
import { useRecentUsers } from './admin.queries.ts';
import { sortUsers } from './list-users.ts';
import { type TableOrder, type UserColumn, UserTable } from './UserTable.tsx';

const COLUMNS: readonly UserColumn[] = ['fullName', 'email', 'subscriptionStatus', 'createdAt', 'isAdmin'];
const NEWEST: TableOrder = { column: 'createdAt', isDescending: true };

/** The latest users: few enough to be sorted here. */
export function RecentUsers() {
  const { data, error, refetch } = useRecentUsers();
  const [order, setOrder] = useState(NEWEST);
  if (error && !data) return <LoadFailed error={error} retry={refetch} />;
  if (!data) return <LoadingTable label="Loading users" />;
  return (
    <UserTable
      users={sortUsers(data, order)}
      caption={`Latest ${ADMIN_RECENT_USERS} users`}
      columns={COLUMNS}
      ordered={COLUMNS}
      order={order}
      onOrder={setOrder}
      whenEmpty="No users yet."
      isBusy={false}
    />
  );
}
