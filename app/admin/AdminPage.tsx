import type { UseQueryResult } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router';
import { CallError, LOAD_FAILED, messageOf } from '#app/api/call.ts';
import { useAccount } from '#app/auth/auth.queries.ts';
import { BackLink } from '#app/BackLink.tsx';
import { paths } from '#app/paths.ts';
import type { AdminUser } from '#shared/admin.ts';
import { ADMIN_RECENT_USERS } from '#shared/constants.ts';
import { PageHeader } from '#ui/Page.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { ErrorState } from '#ui/States.tsx';
import { Tabs } from '#ui/Tabs.tsx';
import { useAllUsers, useRecentUsers, useStats } from './admin.queries.ts';
import { FailedJobs } from './FailedJobs.tsx';
import { LoadingStats, Stats } from './Stats.tsx';
import { UserTable } from './UserTable.tsx';

const isForbidden = (error: unknown) => error instanceof CallError && error.status === 403;

/** The platform for administrators. Who is none is sent to the dashboard; the server refuses them in any case. */
export function AdminPage() {
  const { data: account, error, refetch } = useAccount();
  if (account && !account.user.isAdmin) return <Navigate to={paths.dashboard} replace />;
  return (
    <>
      <title>Admin Dashboard · Goldleaf</title>
      <BackLink />
      <PageHeader title="Admin Dashboard" />
      {account ? (
        <AdminDashboard />
      ) : error ? (
        <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />
      ) : (
        <LoadingStats />
      )}
    </>
  );
}

function AdminDashboard() {
  const stats = useStats();
  // The right was taken away since the account was read.
  if (isForbidden(stats.error)) return <Navigate to={paths.dashboard} replace />;
  if (stats.error) {
    const retry = () => void stats.refetch();
    return <ErrorState message={messageOf(stats.error, LOAD_FAILED)} onRetry={retry} />;
  }
  return (
    <>
      {stats.data ? <Stats stats={stats.data} /> : <LoadingStats />}
      <div className="mt-8">
        <Users />
      </div>
      <FailedJobs />
    </>
  );
}

const TABS = [
  { value: 'recent', label: 'Recent Users', content: <RecentUsers /> },
  { value: 'all', label: 'All Users', content: <AllUsers /> },
];

/** The open tab stands in the URL, as the dashboard's does. */
function Users() {
  const [search, setSearch] = useSearchParams();
  const tab = search.get('tab') === 'all' ? 'all' : 'recent';
  return (
    <Tabs
      label="Users"
      tabs={TABS}
      value={tab}
      onChange={(value) => setSearch({ tab: value }, { preventScrollReset: true })}
    />
  );
}

function RecentUsers() {
  return (
    <UserList
      users={useRecentUsers()}
      caption={`Latest ${ADMIN_RECENT_USERS} users`}
      columns={['fullName', 'email', 'subscriptionStatus', 'createdAt', 'isAdmin']}
    />
  );
}

function AllUsers() {
  return (
    <UserList
      users={useAllUsers()}
      caption="All users"
      columns={['id', 'fullName', 'email', 'username', 'subscriptionStatus', 'createdAt', 'isAdmin']}
    />
  );
}

interface UserListProps {
  users: UseQueryResult<AdminUser[]>;
  caption: string;
  columns: (keyof AdminUser)[];
}

function UserList({ users: { data, error, refetch }, caption, columns }: UserListProps) {
  if (data) return <UserTable users={data} caption={caption} columns={columns} />;
  if (error) return <ErrorState message={messageOf(error, LOAD_FAILED)} onRetry={() => void refetch()} />;
  return (
    <div role="status">
      <span className="sr-only">Loading users</span>
      <Skeleton className="h-11 max-w-sm" />
      <Skeleton className="mt-4 h-96 rounded-surface!" />
    </div>
  );
}
